import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { isEmail } from '../../../domain/account/rules.ts';
import { contactUs, reportIssue } from '../../../facade/contact.ts';
import { profile } from '../../../facade/users.ts';
import { Button } from '../../shared/components/Button.tsx';
import { Banner } from '../../shared/components/feedback/Banner.tsx';
import { Field, TextArea } from '../../shared/components/form/Field.tsx';
import { FormPage } from '../../shared/components/form/FormPage.tsx';
import { messageOf } from '../../shared/failures.ts';
import { useClient, useSession } from '../../shared/session.tsx';

interface Message {
  name: string;
  email: string;
  subject: string;
  message: string;
}

/** The contact and the report form (spec 2, 5). Subject and message are cleared once they are sent. */
export default function MessageForm({ about }: { about: 'contact' | 'issue' }) {
  const client = useClient();
  const { status } = useSession();
  const [outcome, setOutcome] = useState<{ type: 'success' | 'error'; text: string }>();
  const { register, handleSubmit, reset, resetField, formState } = useForm<Message>({
    mode: 'onTouched',
    defaultValues: { name: '', email: '', subject: '', message: '' },
  });

  useEffect(() => {
    if (status !== 'signed-in') return;
    const left = new AbortController();
    client.call(profile, { signal: left.signal }).then(
      ({ username, email }) =>
        reset({ name: username ?? '', email, subject: '', message: '' }, { keepDirtyValues: true }),
      // Whoever writes can still type the address; nothing is lost.
      () => {},
    );
    return () => left.abort();
  }, [client, status, reset]);

  const submit = handleSubmit(async body => {
    try {
      const { message, error } = await client.call(about === 'contact' ? contactUs : reportIssue, { body });
      setOutcome({ type: error ? 'error' : 'success', text: message });
      if (error) return;
      resetField('subject', { defaultValue: '' });
      resetField('message', { defaultValue: '' });
    } catch (failure) {
      setOutcome({ type: 'error', text: messageOf(failure) ?? 'no server response' });
    }
  });

  const required = { validate: (value: string) => value.trim() !== '' || 'Please fill this in.' };
  const { errors } = formState;
  return (
    <FormPage title={about === 'contact' ? 'Contact Us' : 'Report an Issue'} onSubmit={submit}>
      {outcome && <Banner type={outcome.type}>{outcome.text}</Banner>}
      <Field label="Name" autoComplete="name" error={errors.name?.message} {...register('name', required)} />
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...register('email', { validate: value => isEmail(value.trim()) || 'Please enter a valid email.' })}
      />
      <Field label="Subject" error={errors.subject?.message} {...register('subject', required)} />
      <TextArea label="Message" error={errors.message?.message} {...register('message', required)} />
      <Button type="submit" busy={formState.isSubmitting} disabled={!formState.isValid}>
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
