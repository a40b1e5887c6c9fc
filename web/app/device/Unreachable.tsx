import { useLayoutEffect, useState } from 'react';
import { Button } from '../../shared/components/Button.tsx';
import { ErrorState } from '../../shared/components/feedback/States.tsx';
import { personOnDevice } from '../../shared/device/person.ts';
import { useSessionActions } from '../../shared/session.tsx';

/** Shown when the session cannot be checked: the last user of this device continues with the data on it. */
export default function Unreachable() {
  const { start, resume } = useSessionActions();
  const [person] = useState(personOnDevice);
  useLayoutEffect(() => {
    if (person) resume(person);
  }, [person, resume]);
  if (person) return null;
  return (
    <ErrorState messages={['no server response']}>
      <Button look="outline" onClick={() => void start()}>
        Try again
      </Button>
    </ErrorState>
  );
}
