import { useQuery } from '@tanstack/react-query';
import { memo, useDeferredValue, useState } from 'react';
import { sentencesQuery } from '../../shared/queries.ts';
import { useClient } from '../../shared/session.tsx';
import { type Book, offerOf, type Profile } from '../library/shelf.ts';
import { Cells } from './Cells.tsx';
import styles from './ChapterMap.module.css';
import figure from './Figure.module.css';
import { Figure } from './Figure.tsx';
import { chapterMapQuery } from './queries.ts';
import { SentenceList } from './SentenceList.tsx';
import { type Mapped, percent } from './share.ts';

interface Props {
  books: readonly Book[] | undefined;
  profile: Profile | undefined;
}

/** The known share of each sentence of the opened chapters and of the next one. */
export function ChapterMap({ books, profile }: Props) {
  const query = useQuery(chapterMapQuery(useClient()));
  const [chosen, setChosen] = useState('all');
  const [asList, setAsList] = useState(false);
  const titles = new Map(books?.map(({ id, title }) => [id, title]));
  const bookIds = [...new Set(query.data?.map(({ bookId }) => bookId))];
  const book = bookIds.includes(chosen) ? chosen : 'all';
  // The buttons respond at once; thousands of sentences render later, chapter by chapter.
  const shown = useDeferredValue(book);
  const listed = useDeferredValue(asList);
  const tools = (
    <>
      <fieldset className={figure['segments']} aria-label="Show as">
        <button type="button" aria-pressed={!asList} onClick={() => setAsList(false)}>
          Map
        </button>
        <button type="button" aria-pressed={asList} onClick={() => setAsList(true)}>
          List
        </button>
      </fieldset>
      {bookIds.length > 1 && (
        <select
          className={figure['pill']}
          aria-label="Book"
          value={book}
          onChange={({ target }) => setChosen(target.value)}
        >
          <option value="all">{bookIds.length === 2 ? 'Both books' : 'All books'}</option>
          {bookIds.map(id => (
            <option key={id} value={id}>
              {titles.get(id) ?? id}
            </option>
          ))}
        </select>
      )}
    </>
  );
  return (
    <Figure title="Sentence by sentence" tools={tools} query={query}>
      {chapters =>
        chapters.length === 0 ? (
          <p className={figure['waits']}>No chapter is there yet.</p>
        ) : (
          <div className={styles['maps']}>
            {chapters
              .filter(({ bookId }) => shown === 'all' || bookId === shown)
              .map(mapped => (
                <Chapter
                  key={`${mapped.bookId} ${mapped.chapter}`}
                  mapped={mapped}
                  book={books?.find(({ id }) => id === mapped.bookId)}
                  profile={profile}
                  asList={listed}
                />
              ))}
            {!listed && <Legend />}
            <p className={styles['counting']}>
              A fragment counts here as often as it stands in the text. In the library it counts once for the
              whole book.
            </p>
          </div>
        )
      }
    </Figure>
  );
}

const Chapter = memo(function Chapter({
  mapped,
  book,
  profile,
  asList,
}: {
  mapped: Mapped;
  book: Book | undefined;
  profile: Profile | undefined;
  asList: boolean;
}) {
  const { bookId, chapter: number, read, sentences } = mapped;
  const chapter = book?.chapters.find(one => one.number === number);
  const open = !!chapter && !!profile && offerOf(chapter, profile) === 'open';
  // The text is loaded when a sentence is first focused or hovered.
  const [isInspected, setInspected] = useState(false);
  const texts = useQuery({
    ...sentencesQuery(useClient(), { bookId, chapter: number }),
    enabled: isInspected && open,
  });
  const textOf = (id: string) => texts.data?.find(({ _id }) => _id === id)?.text;
  const known = sentences.reduce((sum, [, part]) => sum + part, 0);
  const total = sentences.reduce((sum, [, , all]) => sum + all, 0);
  const at = profile?.lastRead[bookId]?.[number];
  const shown = {
    sentences,
    read,
    here: sentences.findIndex(([id]) => id === at),
    addressOf: (id: string) => (open ? `/sv/${bookId}/${number}#${id}` : '/profile#subscription'),
    locked: !open,
    textOf,
    onInspect: () => setInspected(true),
  };
  const name = chapter?.title ?? `Chapter ${number}`;
  return (
    <section className={styles['map']} aria-label={`${name}, ${percent(known, total)} % known`}>
      <h3>
        <span lang="es">{name}</span>
        <small>
          <span lang="es">{book?.title}</span> {number}
        </small>
        <small className={styles['share']}>
          {percent(known, total)} % known
          {read < sentences.length && (read > 0 ? `, ${read} of ${sentences.length} read` : ', not read yet')}
        </small>
      </h3>
      {asList ? <SentenceList {...shown} /> : <Cells {...shown} />}
    </section>
  );
});

function Legend() {
  return (
    <p className={styles['legend']} aria-hidden="true">
      <span>
        <i className={styles['cell']} style={{ '--known': '100%' } as React.CSSProperties} />
        all known
      </span>
      <span>
        <i className={styles['cell']} style={{ '--known': '50%' } as React.CSSProperties} />
        half known
      </span>
      <span>
        <i
          className={`${styles['cell']} ${styles['unread']}`}
          style={{ '--known': '50%' } as React.CSSProperties}
        />
        not read yet
      </span>
    </p>
  );
}
