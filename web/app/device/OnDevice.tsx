import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { keepOnDevice } from '../../shared/device/begin.ts';
import { useSessionActions } from '../../shared/session.tsx';
import Waiting from './Waiting.tsx';

/** Keeps on this device what a learner can read without a connection, and tells what the server has not got yet. */
export default function OnDevice({ learner }: { learner: string }): ReactNode {
  const session = useSessionActions();
  const queries = useQueryClient();
  useEffect(() => keepOnDevice(session, queries, learner), [session, queries, learner]);
  return <Waiting learner={learner} />;
}
