import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { BodyOf } from '../../../facade/endpoint.ts';
import { setSetting } from '../../../facade/users.ts';
import { Banner } from '../../shared/components/feedback/Banner.tsx';
import { ErrorState } from '../../shared/components/feedback/States.tsx';
import { Switch } from '../../shared/components/form/Choice.tsx';
import { PageSpinner } from '../../shared/components/Spinner.tsx';
import { loadFailure } from '../../shared/failures.ts';
import { usePageTitle } from '../../shared/page-title.ts';
import { profileQuery } from '../../shared/queries.ts';
import { useClient } from '../../shared/session.tsx';
import styles from '../profile/Profile.module.css';
import { Appearance } from './Appearance.tsx';
import { Pace } from './Pace.tsx';
import { Speech } from './Speech.tsx';

type Change = BodyOf<typeof setSetting>;

/** A setting whose last choice is not answered yet. */
interface Unanswered {
  readonly latest: Change;
  /** What the server has. */
  readonly stored: Change['value'] | undefined;
}

/** Spec 2, settings: each is changed optimistically, and rolled back by itself when the server refuses. */
export default function Settings() {
  usePageTitle('Settings');
  const client = useClient();
  const queries = useQueryClient();
  const query = profileQuery(client);
  const profile = useQuery(query);
  /** One of the changes since the last choice: the mutation itself only tells of the newest. */
  const [failed, setFailed] = useState(false);
  const unanswered = useRef(new Map<Change['setting'], Unanswered>());
  const put = (setting: Change['setting'], value: Change['value']) =>
    queries.setQueryData(
      query.queryKey,
      now => now && { ...now, settings: { ...now.settings, [setting]: value } },
    );
  const change = useMutation({
    // One after the other, so that the last choice is the one that is stored.
    scope: { id: 'settings' },
    mutationFn: (body: Change) => client.call(setSetting, { body }),
    onMutate: async (latest: Change) => {
      setFailed(false);
      await queries.cancelQueries({ queryKey: query.queryKey });
      const { setting, value } = latest;
      const before = unanswered.current.get(setting);
      const stored = before ? before.stored : queries.getQueryData(query.queryKey)?.settings[setting];
      unanswered.current.set(setting, { latest, stored });
      put(setting, value);
    },
    onSettled: (_reply, failure, change) => {
      const { setting, value } = change;
      if (failure) setFailed(true);
      const now = unanswered.current.get(setting);
      if (!now) return;
      const stored = failure ? now.stored : value;
      // A later choice of the same setting stays.
      if (now.latest !== change) return void unanswered.current.set(setting, { ...now, stored });
      unanswered.current.delete(setting);
      if (failure && stored !== undefined) put(setting, stored);
    },
  });
  if (profile.error && !profile.data)
    return <ErrorState messages={[loadFailure(profile.error)]} onRetry={() => void profile.refetch()} />;
  if (!profile.data) return <PageSpinner />;
  const { settings } = profile.data;
  return (
    <div className={styles['page']}>
      <h1>Settings</h1>
      {failed && <Banner type="error">This could not be saved. Please try again.</Banner>}
      <section className={styles['sheet']}>
        <h2>Single Sentence View</h2>
        <Switch
          label="Word audio"
          hint="Say a word when it is selected"
          checked={settings.autoPlayWordTTS}
          onChange={value => change.mutate({ setting: 'autoPlayWordTTS', value })}
        />
        <Switch
          label="Sentence audio"
          hint="Say a sentence when it is opened"
          checked={settings.autoPlaySentenceTTS}
          onChange={value => change.mutate({ setting: 'autoPlaySentenceTTS', value })}
        />
        <Speech />
      </section>
      <section className={styles['sheet']}>
        <h2>Pace</h2>
        <Pace settings={settings} onChange={change.mutate} />
      </section>
      <section className={styles['sheet']}>
        <h2>Progress</h2>
        <Switch
          label="Weeks of reading"
          hint="Show minutes and weeks in a row on the page Progress"
          checked={settings.showReadingWeeks}
          onChange={value => change.mutate({ setting: 'showReadingWeeks', value })}
        />
      </section>
      <Appearance />
    </div>
  );
}
