import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReadHistory } from '../../../domain/vocabulary/history-export.ts';
import { Button, ButtonLink } from '../../shared/components/Button.tsx';
import { EmptyState, ErrorState } from '../../shared/components/feedback/States.tsx';
import { LanguageChoice } from '../../shared/components/form/LanguageChoice.tsx';
import { PageSpinner } from '../../shared/components/Spinner.tsx';
import { useConnection } from '../../shared/device/connection.ts';
import { languagesToRead } from '../../shared/languages.ts';
import { usePageTitle } from '../../shared/page-title.ts';
import { booksQuery, profileQuery } from '../../shared/queries.ts';
import { useClient } from '../../shared/session.tsx';
import { type Act, BulkOutcome } from './BulkOutcome.tsx';
import { Choose } from './Choose.tsx';
import { failureText, needsConnection } from './failure-text.ts';
import { HistoryPreview } from './HistoryPreview.tsx';
import { ListPreview } from './ListPreview.tsx';
import { listOf, type ReadFile, readFile } from './read-file.ts';

type Shown =
  | { readonly kind: 'choose'; readonly problem?: string }
  | { readonly kind: 'reading' }
  | { readonly kind: 'history'; readonly history: ReadHistory }
  | { readonly kind: 'list'; readonly text: string }
  | { readonly kind: 'done'; readonly says: string; readonly acts: readonly Act[] };

/** Imports what a learner already knows: a history export, or a list of words (decisions 46 and 51). */
export default function Import() {
  usePageTitle('Bring what you know');
  const client = useClient();
  const books = useQuery(booksQuery(client));
  const profile = useQuery(profileQuery(client));
  const [chosen, setChosen] = useState<string>();
  const connection = useConnection();
  const [shown, setShown] = useState<Shown>({ kind: 'choose' });
  if (books.error && !books.data)
    return <ErrorState messages={[failureText(books.error)]} onRetry={() => void books.refetch()} />;
  if (!books.data) return <PageSpinner />;
  const languages = languagesToRead(books.data, profile.data?.lastRead);
  const language = languages.find(({ id }) => id === chosen) ?? languages[0];
  if (!language) return <EmptyState heading="h1" title="There is nothing to read yet" />;

  const show = (read: ReadFile) =>
    setShown(read.kind === 'refused' ? { kind: 'choose', problem: read.says } : read);
  async function take(file: File) {
    setShown({ kind: 'reading' });
    try {
      show(await readFile(file));
    } catch (failure) {
      console.error(`${file.name} cannot be read`, failure);
      setShown({ kind: 'choose', problem: 'The file could not be read. Nothing was changed.' });
    }
  }
  const again = (problem?: string) => setShown({ kind: 'choose', ...(problem && { problem }) });

  switch (shown.kind) {
    case 'choose':
      return (
        <Choose
          problem={connection === 'up' ? shown.problem : needsConnection}
          onFile={file => void take(file)}
          onText={text => show(listOf(text))}
        />
      );
    case 'reading':
      return <PageSpinner label="Reading the file…" />;
    case 'history':
      return (
        <HistoryPreview
          history={shown.history}
          onDone={(says, acts) => setShown({ kind: 'done', says, acts })}
          onOther={again}
        />
      );
    case 'list':
      return (
        <ListPreview
          key={language.id}
          text={shown.text}
          language={language}
          choice={<LanguageChoice languages={languages} chosen={language.id} onChoose={setChosen} />}
          onDone={(says, acts) => setShown({ kind: 'done', says, acts })}
          onOther={again}
        />
      );
    case 'done':
      return (
        <BulkOutcome
          says={shown.says}
          acts={shown.acts}
          onward={<ButtonLink to="/library">Read on</ButtonLink>}
          afterUndo={
            <Button look="quiet" onClick={() => again()}>
              Another file
            </Button>
          }
        />
      );
  }
}
