import { get, set } from 'idb-keyval';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Client } from '../../../../facade/client/client.ts';
import { CallFailure, isPassing } from '../../../../facade/client/failure.ts';
import { setLastRead } from '../../../../facade/users.ts';
import { answerQuestions } from '../../../../facade/vocabularies.ts';
import { messageOf } from '../../../shared/failures.ts';
import { useClient } from '../../../shared/session.tsx';
import { createOutbox, type Message, type Outbox, type Sent } from './outbox.ts';

const outboxes = new Map<string, Outbox>();

/** The learner's outbox: one per page load, its messages in IndexedDB under the learner's id. */
function outboxOf(client: Client, learner: string): Outbox {
  const known = outboxes.get(learner);
  if (known) return known;
  const key = `outbox ${learner}`;
  const outbox = createOutbox(
    {
      load: async () => (await get<readonly Message[]>(key).catch(() => undefined)) ?? [],
      save: messages => set(key, messages),
    },
    message => send(client, message),
  );
  outboxes.set(learner, outbox);
  return outbox;
}

async function send(client: Client, message: Message): Promise<Sent> {
  try {
    if (message.kind === 'answers')
      await client.call(answerQuestions, {
        body: { ...message.body, answers: [...message.body.answers] },
        commandId: message.id,
      });
    else await client.call(setLastRead, { body: message.body, commandId: message.id });
    return { outcome: 'taken' };
  } catch (failure) {
    // Without a session it waits for the next login; a rate limit and a server in trouble pass.
    const status = failure instanceof CallFailure ? failure.status : undefined;
    if (isPassing(failure) || status === 403 || status === 404 || status === 429) return { outcome: 'later' };
    console.error(failure);
    return { outcome: 'refused', reason: messageOf(failure) ?? 'This could not be saved.' };
  }
}

/** Milliseconds between two tries while something waits. */
const RETRY = 5_000;

export function useOutbox(learner: string) {
  const client = useClient();
  const outbox = useMemo(() => outboxOf(client, learner), [client, learner]);
  const waiting = useSyncExternalStore(outbox.subscribe, outbox.waiting);
  const refusal = useSyncExternalStore(outbox.subscribe, outbox.refusal);
  useEffect(() => {
    const flush = () => void outbox.flush();
    flush();
    addEventListener('online', flush);
    const timer = setInterval(() => outbox.waiting() > 0 && flush(), RETRY);
    return () => {
      removeEventListener('online', flush);
      clearInterval(timer);
    };
  }, [outbox]);
  return { waiting, refusal, dismiss: outbox.dismiss, add: outbox.add };
}
