import { useRef, useState } from 'react';
import { type Level, levels } from '../../../domain/vocabulary/levels.ts';
import { Button } from '../components/Button.tsx';
import { ErrorState } from '../components/feedback/States.tsx';
import { Marked } from '../components/Marked.tsx';
import { Spinner } from '../components/Spinner.tsx';
import { StoryIcon } from '../components/StoryIcon.tsx';
import { loadFailure, messageOf } from '../failures.ts';
import Keep from '../kept/Keep.tsx';
import { Quote } from './Quote.tsx';
import styles from './Story.module.css';
import {
  dayOf,
  levelReasonText,
  moveText,
  type StoryReply,
  type StoryStep,
  stepText,
  times,
} from './texts.ts';
import { undoingOf } from './undoing.ts';
import { type FragmentAddress, useStory } from './useStory.ts';

/** A command sent from a history; it can be undone. */
export interface StoryAction {
  readonly text: string;
  readonly commandId: string;
}

/**
 * The history of a fragment: the reason for its level, buttons to set the level, and all steps, newest first, each with an
 * undo. The page shows its title.
 * @param levelsElsewhere the page has its own buttons for the level
 * @param onDone called after a change, so that the page offers the undo; without it the story offers it
 */
export default function Story({
  onDone,
  levelsElsewhere = false,
  ...address
}: FragmentAddress & { onDone?: (done: StoryAction) => void; levelsElsewhere?: boolean }) {
  const { query, setLevel, undo, undoLast } = useStory(address);
  const [failure, setFailure] = useState<string | null>(null);
  const [done, setDone] = useState<StoryAction | null>(null);
  /** The data that a step was undone in: until the story is read again, another press would be about what has gone. */
  const undoneIn = useRef<typeof query.data>(undefined);
  if (query.error && !query.data)
    return <ErrorState messages={[loadFailure(query.error)]} onRetry={() => void query.refetch()} />;
  const [newest] = query.data?.pages ?? [];
  if (!query.data || !newest)
    return (
      <div className={styles['waiting']} role="status" aria-label="Loading its story">
        <Spinner />
      </div>
    );
  const { pages } = query.data;
  const steps = pages.flatMap(page => page.steps);
  const sentences = new Map(pages.flatMap(page => page.sentences.map(one => [one.id, one])));

  /** @returns whether it was stored */
  async function act(text: string, send: () => Promise<string>): Promise<boolean> {
    setFailure(null);
    try {
      const commandId = await send();
      if (onDone) onDone({ text, commandId });
      else setDone({ text, commandId });
      return true;
    } catch (error) {
      setFailure(messageOf(error) ?? 'no server response');
      return false;
    }
  }

  async function undoOne(step: StoryStep, level: Level): Promise<void> {
    if (undoneIn.current === query.data) return;
    undoneIn.current = query.data;
    if (!(await act('Step undone', () => undo(step, level)))) undoneIn.current = undefined;
  }

  return (
    <div className={styles['story']}>
      <Head story={newest} />
      <LevelReason story={newest} />
      {!levelsElsewhere && (
        <fieldset className={styles['levels']} aria-label="Set the level by hand">
          {levels.slice(1).map(level => (
            <button
              key={level}
              type="button"
              aria-pressed={level === newest.level}
              onClick={() => {
                if (level !== newest.level)
                  void act(`${newest.fragment.text} set to ${level}`, () => setLevel(newest.level, level));
              }}
            >
              {level === 'IV' ? 'IV, known' : level}
            </button>
          ))}
        </fieldset>
      )}
      {failure !== null && (
        <p className={styles['failure']} role="alert">
          <StoryIcon name="alert" size={16} />
          That was not saved: {failure}
        </p>
      )}
      {done && (
        <p className={styles['done']} role="status">
          {done.text}
          <Button
            look="quiet"
            onClick={() => {
              setDone(null);
              undoLast(done.commandId).catch(error => setFailure(messageOf(error) ?? 'no server response'));
            }}
          >
            Undo
          </Button>
        </p>
      )}
      <Keep thing={{ fragmentId: address.fragmentId }} name={newest.fragment.text} />
      <div className={styles['between']}>
        <h3>Its story</h3>
        <span>{newest.asked === 0 ? 'not asked yet' : `asked ${times(newest.asked)}`}</span>
      </div>
      {steps.length === 0 && (
        <p className={styles['from']}>Nothing has happened yet. It begins when you meet it in a book.</p>
      )}
      <ol className={styles['line']}>
        {steps.map(step => (
          <Step
            key={`${step.revision}`}
            step={step}
            steps={steps}
            epoch={newest.epoch}
            complete={!query.hasNextPage}
            sentence={step.cause.kind === 'answers' ? sentences.get(step.cause.sentence) : undefined}
            onMore={() => void query.fetchNextPage()}
            onUndo={level => undoOne(step, level)}
          />
        ))}
      </ol>
      {query.hasNextPage && (
        <Button look="outline" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Earlier
        </Button>
      )}
    </div>
  );
}

function Head({ story: { fragment } }: { story: StoryReply }) {
  return (
    <p className={styles['gloss']}>
      <Marked text={fragment.gloss} />
      {fragment.lemma !== null && fragment.lemma !== fragment.text && (
        <>
          . From <i lang="es">{fragment.lemma}</i>
        </>
      )}
      {!fragment.inBook && <span className={styles['gone']}>It is no longer in a book.</span>}
    </p>
  );
}

function LevelReason({ story: { level, levelReason, missed } }: { story: StoryReply }) {
  const { head, reason } = levelReasonText(level, levelReason);
  const reached = levels.indexOf(level);
  return (
    <div className={styles['why']}>
      <span className={styles['dots']} role="img" aria-label={level === 'new' ? 'new' : `level ${level}`}>
        {levels.slice(1).map((step, index) => (
          <i key={step} className={index < reached ? styles['on'] : undefined} />
        ))}
      </span>
      <b>{head}</b>
      <p>
        {reason}
        {missed > 0 && ` Missed ${times(missed)}.`}
      </p>
    </div>
  );
}

function Step({
  step,
  steps,
  epoch,
  complete,
  sentence,
  onMore,
  onUndo,
}: {
  step: StoryStep;
  steps: readonly StoryStep[];
  epoch: number;
  complete: boolean;
  sentence: StoryReply['sentences'][number] | undefined;
  onMore: () => void;
  onUndo: (level: Level) => Promise<void>;
}) {
  const [asking, setAsking] = useState(false);
  const { what, sign, tone } = stepText(step);
  const undoing = undoingOf(steps, step, { epoch, complete });
  const day = dayOf(step.at);
  const chose =
    step.cause.kind === 'answers' ? step.cause.chose.filter(text => text !== null && text !== '') : [];
  const inReview = step.cause.kind === 'answers' && step.cause.occasion === 'review';
  const note = `${inReview ? ', in a review' : ''}${chose.length > 0 ? `. You chose “${chose.join('”, “')}”` : ''}`;
  return (
    <li className={`${styles['step']} ${styles[tone]}`}>
      <span className={styles['sign']}>
        <StoryIcon name={sign} size={15} />
      </span>
      <p className={styles['what']}>
        <b>{what}</b>
        <time dateTime={step.at}>{day}</time>
        <span className={styles['move']}>{moveText(step.from, step.to)}</span>
      </p>
      {undoing.can === 'done already' && <span className={styles['undone']}>undone</span>}
      {(undoing.can === 'undo' || undoing.can === 'ask for more') && (
        <button
          type="button"
          className={styles['undo']}
          aria-label={`Undo: ${what}, ${day}`}
          aria-expanded={asking}
          onClick={() => {
            if (undoing.can === 'ask for more') onMore();
            if (undoing.can === 'undo' && !undoing.depends && undoing.from !== undoing.to)
              void onUndo(undoing.to);
            else setAsking(!asking);
          }}
        >
          <StoryIcon name="undo" />
        </button>
      )}
      {asking && (
        <div className={styles['asking']} role="status">
          {undoing.can === 'ask for more' && <p>Earlier steps are needed to say what follows. One moment.</p>}
          {undoing.can === 'undo' && undoing.from === undoing.to && (
            <p>Without this step it would stand at {undoing.to} all the same. Nothing to undo.</p>
          )}
          {undoing.can === 'undo' && undoing.from !== undoing.to && (
            <>
              <p>
                Later steps count on this one. Without it, it would stand at{' '}
                {undoing.to === 'new' ? 'new' : `level ${undoing.to}`} instead of{' '}
                {undoing.from === 'new' ? 'new' : undoing.from}.
              </p>
              <Button
                look="outline"
                onClick={() => {
                  setAsking(false);
                  void onUndo(undoing.to);
                }}
              >
                Undo it
              </Button>
            </>
          )}
          <Button look="quiet" onClick={() => setAsking(false)}>
            {undoing.can === 'undo' && undoing.from !== undoing.to ? 'Keep it' : 'Close'}
          </Button>
        </div>
      )}
      {sentence && <Quote sentence={sentence} note={note} />}
    </li>
  );
}
