import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { keepOnDevice } from '../../shared/device/keep-on-device.ts';
import { useSessionActions } from '../../shared/session.tsx';
import UnsentNotice from './UnsentNotice.tsx';

/** Stores the data that a learner needs to read without a connection, and shows unsent commands. */
export default function OnDevice({ learner }: { learner: string }): ReactNode {
  const session = useSessionActions();
  const queries = useQueryClient();
  useEffect(() => keepOnDevice(session, queries, learner), [session, queries, learner]);
  return <UnsentNotice learner={learner} />;
}
