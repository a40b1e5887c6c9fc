import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { bandAfter, bandOf, displayedBand } from '../../../domain/vocabulary/bands.ts';
import { LanguageChoice } from '../../shared/components/form/LanguageChoice.tsx';
import { languagesToRead } from '../../shared/languages.ts';
import { usePageTitle } from '../../shared/page-title.ts';
import { booksQuery, knownCountQuery, profileQuery } from '../../shared/queries.ts';
import { ReviewLink } from '../../shared/review/ReviewLink.tsx';
import { useClient } from '../../shared/session.tsx';
import { ChapterMap } from './ChapterMap.tsx';
import { Known } from './Known.tsx';
import { NextChapter } from './NextChapter.tsx';
import styles from './Progress.module.css';
import { Weeks } from './Weeks.tsx';

/** The learner's progress: figures that load independently. */
export default function Progress() {
  const client = useClient();
  usePageTitle('Progress');
  const books = useQuery(booksQuery(client));
  const profile = useQuery(profileQuery(client));
  const languages = books.data && profile.data ? languagesToRead(books.data, profile.data.lastRead) : [];
  const [chosen, setChosen] = useState<string>();
  const language = (languages.find(({ id }) => id === chosen) ?? languages[0])?.id;
  return (
    <div className={styles['page']}>
      <Summary language={language} />
      <LanguageChoice languages={languages} chosen={language} onChoose={setChosen} />
      <Known key={language} language={language} />
      <NextChapter books={books.data} />
      <ChapterMap books={books.data} profile={profile.data} />
      {profile.data?.settings.showReadingWeeks && <Weeks />}
    </div>
  );
}

function Summary({ language }: { language: string | undefined }) {
  const client = useClient();
  const { data } = useQuery({
    ...knownCountQuery(client, language ?? ''),
    enabled: language !== undefined,
    refetchOnMount: 'always',
  });
  const known = data && Math.floor(data.knownCount);
  const after = known === undefined ? undefined : bandAfter(bandOf(known));
  return (
    <header className={styles['sum']}>
      <div>
        <h1>Progress</h1>
        <p className={styles['lede']}>
          {known === undefined ? (
            'What you know, sentence by sentence.'
          ) : (
            <>
              Your known count is <b>{known}</b>.
              {after && ` ${after.from - known} more and you are at ${after.name}.`}
            </>
          )}
        </p>
        <p className={styles['counting']}>
          A fragment is known at level IV and counts 1. On its way there it counts ⅓ at II and ⅔ at III.
        </p>
      </div>
      {known !== undefined && (
        <span className={styles['badge']} role="img" aria-label={`Level ${displayedBand(known)}`}>
          {displayedBand(known)}
        </span>
      )}
      <p className={styles['review']}>
        <ReviewLink look="outline" />
      </p>
    </header>
  );
}
