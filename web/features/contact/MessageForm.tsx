import { useMutation, useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { isEmail } from '../../../domain/account/rules.ts';
import { contactUs, reportIssue } from '../../../facade/contact.ts';
import { Button } from '../../shared/components/Button.tsx';
import { Banner } from '../../shared/components/feedback/Banner.tsx';
import { Field, TextArea } from '../../shared/components/form/Field.tsx';
import { FormPage } from '../../shared/components/form/FormPage.tsx';
import { messageOf } from '../../shared/failures.ts';
import { profileQuery } from '../../shared/queries.ts';
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
  const profile = useQuery({ ...profileQuery(client), enabled: status === 'signed-in' });
  const { register, handleSubmit, resetField, formState } = useForm<Message>({
    mode: 'onTouched',
    defaultValues: { name: '', email: '', subject: '', message: '' },
    ...(profile.data && {
      values: { name: profile.data.username ?? '', email: profile.data.email, subject: '', message: '' },
    }),
    resetOptions: { keepDirtyValues: true },
  });
  const send = useMutation({
    mutationFn: (body: Message) => client.call(about === 'contact' ? contactUs : reportIssue, { body }),
    onSuccess: ({ error }) => {
      if (error) return;
      resetField('subject', { defaultValue: '' });
      resetField('message', { defaultValue: '' });
    },
  });
  const required = { validate: (value: string) => value.trim() !== '' || 'Please fill this in.' };
  const { errors } = formState;
  return (
    <FormPage
      title={about === 'contact' ? 'Contact Us' : 'Report an Issue'}
      onSubmit={handleSubmit(body => send.mutate(body))}
    >
      {send.isError && <Banner type="error">{messageOf(send.error) ?? 'no server response'}</Banner>}
      {send.isSuccess && <Banner type={send.data.error ? 'error' : 'success'}>{send.data.message}</Banner>}
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
      <Button type="submit" busy={send.isPending} disabled={!formState.isValid}>
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
