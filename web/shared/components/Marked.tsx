import { Fragment } from 'react';
import { typographic } from '../typographic.ts';
import styles from './Marked.module.css';

/** A text of the library. Spanish is between *asterisks*, and straight quotes become typographic ones. */
export function Marked({ text }: { text: string }) {
  return typographic(text)
    .split('*')
    .map((part, index) =>
      index % 2 === 1 ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text never move.
        <i key={index} lang="es">
          {withWholeEndings(part)}
        </i>
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        <Fragment key={index}>{withWholeEndings(part)}</Fragment>
      ),
    );
}

/** An ending, as '-ante', is not separated from its hyphen at the end of a line. */
function withWholeEndings(text: string) {
  return text.split(/((?<!\p{L})-\p{L}+)/u).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above.
      <span key={index} className={styles['ending']}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}
