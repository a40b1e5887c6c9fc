import { Button } from '../components/Button.tsx';
import { Banner } from '../components/feedback/Banner.tsx';
import { isOfSentence, type Message } from './outbox.ts';
import type { useOutbox } from './useOutbox.ts';

/** Shows refused commands until the learner dismisses them, so that nothing is dropped in silence. */
export default function Refused({ outbox }: { outbox: ReturnType<typeof useOutbox> }) {
  const { refused, retryRefused, dismissRefused } = outbox;
  const [first] = refused;
  if (!first) return null;
  // Sending a refused undo again would be refused again.
  const canHelp = refused.some(({ isFinal, kind }) => !isFinal && kind !== 'undo');
  return (
    <Banner type="error" onDismiss={dismissRefused}>
      {named(refused)}: {first.refused}{' '}
      {canHelp && (
        <Button look="quiet" onClick={retryRefused}>
          Send again
        </Button>
      )}
    </Banner>
  );
}

function named(refused: readonly Message[]): string {
  if (refused.every(({ kind }) => kind === 'undo')) return 'Not undone';
  const read = refused.filter(isOfSentence);
  if (read.length === 0)
    return refused.length === 1 ? 'A mark was not stored' : `${refused.length} marks were not stored`;
  const sentences = new Set(read.map(({ group }) => group)).size;
  const what = read.every(({ isFinal }) => isFinal) ? 'Some of what' : 'What';
  return `${what} you answered in ${sentences === 1 ? 'one sentence' : `${sentences} sentences`} was not stored`;
}
