import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react';
import { Link } from '../../shared/components/Link.tsx';
import styles from './ChapterMap.module.css';
import { type Mapped, percent } from './share.ts';

export interface SentencesProps {
  sentences: Mapped['sentences'];
  /** Number of sentences read. */
  read: number;
  /** Index of the sentence to read next; -1 without one. */
  here: number;
  /** The chapter needs a subscription. */
  locked: boolean;
  addressOf: (id: string) => string;
  textOf: (id: string) => string | undefined;
  /** Called when a sentence is focused or hovered, to load its text. */
  onInspect: () => void;
}

/** The label of a sentence's cell. */
export function sentenceLabel([, known, total]: Mapped['sentences'][number], index: number): string {
  const share = total === 0 ? 'nothing to learn' : `${known} of ${total} fragments known`;
  return `Sentence ${index + 1}: ${share}`;
}

/**
 * One cell per sentence, filled from the bottom by its known share. The cells are one tab stop; the arrows move by their
 * positions on the screen. A line below names the focused sentence; on touch the first tap only selects it.
 */
export function Cells({ sentences, read, here, locked, addressOf, textOf, onInspect }: SentencesProps) {
  const cells = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<number>();
  const shownBefore = useRef<number>(undefined);
  const tabStop = active ?? Math.max(0, here);
  const all = () => [...(cells.current?.querySelectorAll('a') ?? [])];

  function move(event: KeyboardEvent) {
    const links = all();
    const to = target(event.key, tabStop, links);
    if (to === undefined) return;
    event.preventDefault();
    links[to]?.focus();
  }
  const chosen = active === undefined ? undefined : sentences[active];
  const id = chosen?.[0] ?? '';
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles the keys of its links. */}
      <div ref={cells} className={styles['cells']} onKeyDown={move}>
        {sentences.map((sentence, index) => (
          <Link
            key={sentence[0]}
            to={addressOf(sentence[0])}
            tabIndex={index === tabStop ? 0 : -1}
            aria-label={`${sentenceLabel(sentence, index)}${index < read ? '' : ', not read yet'}${locked ? ', to be subscribed to' : ''}`}
            aria-current={index === here ? 'location' : undefined}
            onFocus={() => {
              setActive(index);
              onInspect();
            }}
            onPointerDown={() => {
              shownBefore.current = active;
            }}
            onClick={event => {
              const { pointerType } = event.nativeEvent as PointerEvent;
              if (pointerType !== 'touch' || shownBefore.current === index) return;
              event.preventDefault();
              setActive(index);
              onInspect();
            }}
          >
            <i
              className={`${styles['cell']} ${index < read ? '' : styles['unread']} ${index === here ? styles['here'] : ''}`}
              style={{ '--known': `${percent(sentence[1], sentence[2])}%` } as CSSProperties}
            />
          </Link>
        ))}
      </div>
      {chosen && active !== undefined && (
        <Link className={styles['peek']} to={addressOf(id)} tabIndex={-1}>
          {textOf(id) !== undefined && <q lang="es">{textOf(id)}</q>}
          {sentenceLabel(chosen, active)}
          {locked && '. Subscribe to read it'}
        </Link>
      )}
    </>
  );
}

/** The cell that a key moves to; undefined for other keys. */
function target(key: string, from: number, links: readonly HTMLElement[]): number | undefined {
  const last = links.length - 1;
  switch (key) {
    case 'ArrowRight':
      return Math.min(from + 1, last);
    case 'ArrowLeft':
      return Math.max(from - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'ArrowDown':
    case 'ArrowUp': {
      const now = links[from];
      if (!now) return undefined;
      const perLine = links.findIndex(({ offsetTop }) => offsetTop > (links[0]?.offsetTop ?? 0));
      if (perLine < 0) return from;
      const to = from + (key === 'ArrowDown' ? perLine : -perLine);
      if (to < 0) return from;
      // The last row may be shorter.
      const hasLineBelow = Math.floor(from / perLine) < Math.floor(last / perLine);
      return to <= last ? to : hasLineBelow ? last : from;
    }
  }
  return undefined;
}
