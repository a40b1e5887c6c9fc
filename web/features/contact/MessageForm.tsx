import { useEffect, useState } from 'react';
import { contactUs, reportIssue } from '../../../facade/contact.ts';
import { isEmail } from '../../../facade/email.ts';
import { profile } from '../../../facade/users.ts';
import { Button } from '../../shared/components/Button.tsx';
import { Banner } from '../../shared/components/feedback/Banner.tsx';
import { Field, TextArea } from '../../shared/components/form/Field.tsx';
import { FormPage } from '../../shared/components/form/FormPage.tsx';
import { useFields } from '../../shared/components/form/useFields.ts';
import { Link } from '../../shared/components/Link.tsx';
import { messageOf } from '../../shared/failures.ts';
import { useClient, useSession } from '../../shared/session.tsx';
import { useCommandId } from '../../shared/useCommandId.ts';

const nothing = { name: '', email: '', subject: '', message: '' };

function wrongWith({ name, email, subject, message }: typeof nothing) {
  const required = (value: string) => (value.trim() === '' ? 'Please fill this in.' : undefined);
  return {
    name: required(name),
    email: isEmail(email.trim()) ? undefined : 'Please enter a valid email.',
    subject: required(subject),
    message: required(message),
  };
}

/** The contact and the report form (spec 2, 5). Subject and message are cleared once they are sent. */
export function MessageForm({ about, title }: { about: 'contact' | 'issue'; title: string }) {
  const client = useClient();
  const { status } = useSession();
  const [outcome, setOutcome] = useState<{ type: 'success' | 'error'; text: string }>();
  const [busy, setBusy] = useState(false);
  const { values, field, isValid, put } = useFields(nothing, wrongWith);
  const commandIdFor = useCommandId();

  useEffect(() => {
    if (status !== 'signed-in') return;
    const left = new AbortController();
    client.call(profile, { signal: left.signal }).then(
      ({ username, email }) =>
        // Text typed during the request stays.
        put(now => ({ name: now.name || (username ?? ''), email: now.email || email })),
      // A failed load is not shown: the address can be typed.
      () => {},
    );
    return () => left.abort();
  }, [client, status, put]);

  async function submit() {
    if (!isValid || busy) return;
    setBusy(true);
    try {
      const body = { ...values, email: values.email.trim() };
      const { message, error } = await client.call(about === 'contact' ? contactUs : reportIssue, {
        body,
        commandId: commandIdFor(body),
      });
      setOutcome({ type: error ? 'error' : 'success', text: message });
      if (!error) put(() => ({ subject: '', message: '' }));
    } catch (failure) {
      setOutcome({ type: 'error', text: messageOf(failure) ?? 'no server response' });
    }
    setBusy(false);
  }

  return (
    <FormPage title={title} onSubmit={submit}>
      {outcome && <Banner type={outcome.type}>{outcome.text}</Banner>}
      <Field label="Name" autoComplete="name" required {...field('name')} />
      <Field label="Email" type="email" autoComplete="email" required {...field('email')} />
      <Field label="Subject" required {...field('subject')} />
      <TextArea label="Message" required {...field('message')} />
      <Button type="submit" busy={busy} disabled={!isValid}>
        Send
      </Button>
      <p>
        {about === 'contact' ? (
          <Link to="/report-issue">Report an issue</Link>
        ) : (
          <Link to="/contact">Contact us</Link>
        )}
      </p>
    </FormPage>
  );
}
