import { Button } from '../../../shared/components/Button.tsx';
import { Banner } from '../../../shared/components/feedback/Banner.tsx';
import type { useOutbox } from './useOutbox.ts';

/** Tells of answers that the server refused, until the learner has read it: nothing is dropped in silence. */
export function Refused({ outbox }: { outbox: ReturnType<typeof useOutbox> }) {
  const { refused, retryRefused, dismissRefused } = outbox;
  const [first] = refused;
  if (!first) return null;
  const sentences = new Set(refused.map(({ group }) => group)).size;
  return (
    <Banner type="error" onDismiss={dismissRefused}>
      {refused.every(({ isFinal }) => isFinal) ? 'Some of what' : 'What'} you answered in{' '}
      {sentences === 1 ? 'one sentence' : `${sentences} sentences`} was not stored: {first.refused}{' '}
      {refused.some(({ isFinal }) => !isFinal) && (
        <Button look="quiet" onClick={retryRefused}>
          Send again
        </Button>
      )}
    </Banner>
  );
}
