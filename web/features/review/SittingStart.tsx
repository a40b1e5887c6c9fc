import { useEffect, useId, useRef, useState } from 'react';
import type { ReplyOf } from '../../../facade/endpoint.ts';
import type { review } from '../../../facade/review.ts';
import { Button, ButtonLink } from '../../shared/components/Button.tsx';
import { Banner } from '../../shared/components/feedback/Banner.tsx';
import { localDay } from '../../shared/day.ts';
import { aboutMinutes, secondsFor } from '../../shared/review/duration.ts';
import { ContinueReading, type NextToRead } from './ContinueReading.tsx';
import page from './Review.module.css';
import styles from './SittingStart.module.css';
import { capitalized, counted, dayOf } from './words.ts';

export interface Choice {
  readonly count: number;
  readonly mistakesFirst: boolean;
}

/** The most questions of one sitting. */
const MAX_QUESTIONS = 200;

interface Props {
  figures: Omit<ReplyOf<typeof review>, 'questions'>;
  /** The chapter or day whose mistakes are asked, in the words of `placeOf`. */
  mistakesOf: string | undefined;
  /** The learner chose the fragments, whether they are due or not. */
  chosen: boolean;
  starting: 'no' | 'yes' | 'failed';
  onward: NextToRead | undefined;
  onStart: (choice: Choice) => void;
}

/** Before a sitting: its length, and what it asks first. */
export function SittingStart({ figures, mistakesOf, chosen: named, starting, onward, onStart }: Props) {
  const { due, tomorrow, secondsPerAnswer, fitted } = figures;
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const counts = [10, 20].filter(count => count < due);
  const all = Math.min(due, MAX_QUESTIONS);
  const [count, setCount] = useState(named ? all : (counts.at(-1) ?? all));
  const [mistakesFirst, setMistakesFirst] = useState(true);
  if (due === 0)
    return (
      <section className={styles['sheet']}>
        <h1 ref={heading} tabIndex={-1} className={page['title']}>
          {mistakesOf
            ? 'No mistake is left here.'
            : named
              ? 'These cannot be asked now.'
              : 'Nothing is due. Read on.'}
        </h1>
        <p className={page['lede']}>
          {mistakesOf
            ? `There is nothing you missed ${mistakesOf} and have not answered right since.`
            : named
              ? 'None of them stands in a sentence you have read.'
              : tomorrow > 0
                ? `Tomorrow about ${tomorrow} will be due.`
                : 'What you read and answer comes back here, in its sentence, shortly before you would forget it.'}
        </p>
        <div className={`${page['ways']} ${styles['centred']}`}>
          {mistakesOf || named ? null : <OfToday />}
          <ContinueReading onward={onward} />
        </div>
        {!mistakesOf && !named && <HowScheduled fitted={fitted} />}
      </section>
    );
  const chosen = Math.min(count, all);
  return (
    <form
      className={styles['sheet']}
      onSubmit={event => {
        event.preventDefault();
        if (starting !== 'yes')
          onStart({ count: chosen, mistakesFirst: mistakesFirst || mistakesOf !== undefined });
      }}
    >
      <h1 ref={heading} tabIndex={-1} className={page['title']}>
        {mistakesOf
          ? `What you missed ${mistakesOf}`
          : named
            ? 'For your next chapter'
            : 'Shortly before you forget'}
      </h1>
      <p className={page['lede']}>
        {capitalized(counted(due, 'fragment'))} {due === 1 ? 'is' : 'are'}{' '}
        {mistakesOf ? 'to be asked again' : named ? 'to be learned' : 'due'}, in sentences you have read.
        {due > 1 && ' One question can ask for several of them.'}
      </p>
      <fieldset className={styles['counts']}>
        <legend>How many now?</legend>
        {[...counts, all].map(each => (
          <label key={each} className={styles['count']}>
            <input
              type="radio"
              name={`${id}-count`}
              checked={chosen === each}
              onChange={() => setCount(each)}
            />
            <b>{each === all && all === due ? `All ${all}` : each}</b>
            <span>{aboutMinutes(secondsFor(each, secondsPerAnswer))}</span>
          </label>
        ))}
      </fieldset>
      {!mistakesOf && !named && (
        <label className={styles['first']}>
          <input
            type="checkbox"
            checked={mistakesFirst}
            onChange={({ target }) => setMistakesFirst(target.checked)}
          />
          Mistakes first
        </label>
      )}
      {starting === 'failed' && (
        <Banner type="error">The questions did not load. Nothing is lost: try again.</Banner>
      )}
      <div className={page['ways']}>
        <ButtonLink look="quiet" to="/library">
          Not now
        </ButtonLink>
        {!mistakesOf && !named && <OfToday />}
        <Button type="submit" busy={starting === 'yes'}>
          Start
        </Button>
      </div>
      {!mistakesOf && !named && <HowScheduled fitted={fitted} />}
    </form>
  );
}

/** Says whether the schedule is fitted to the learner. */
function HowScheduled({ fitted }: Pick<Props['figures'], 'fitted'>) {
  const answers = new Intl.NumberFormat('en').format(fitted?.answers ?? 0);
  return (
    <p className={styles['schedule']}>
      {fitted?.since
        ? `When a word comes back follows your own memory ${dayOf(fitted.since, Date.now(), 'since ')}: worked out from ${answers} of your answers, lucky guesses set aside.`
        : fitted
          ? `Words come back when most people would forget them. That fits ${answers} of your answers best.`
          : 'Words come back when most people would forget them. After about 400 answers to words from an earlier day, your own memory can set the time.'}
    </p>
  );
}

/** Today's mistakes are due tomorrow; the learner can review them now. */
function OfToday() {
  return (
    <ButtonLink look="quiet" to={`/review?day=${localDay()}`}>
      Today’s mistakes
    </ButtonLink>
  );
}
