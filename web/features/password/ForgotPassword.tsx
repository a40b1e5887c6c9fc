import { useState } from 'react';
import { Link } from 'react-router-dom';
import { isEmail } from '../../../facade/email.ts';
import { forgotPassword } from '../../../facade/identity.ts';
import { useAction } from '../../shared/action.ts';
import { Button } from '../../shared/components/Button.tsx';
import { Banner } from '../../shared/components/feedback/Banner.tsx';
import { Field } from '../../shared/components/form/Field.tsx';
import { FormPage } from '../../shared/components/form/FormPage.tsx';
import { tell } from '../../shared/notification/texts.ts';
import { noticeOf } from '../../shared/notification.tsx';
import { useClient } from '../../shared/session.tsx';

/** The e-mail step of spec 2, forgot password. */
export default function ForgotPassword() {
  const client = useClient();
  const [email, setEmail] = useState('');
  const send = useAction(() => client.call(forgotPassword, { body: { email: email.trim() } }));
  const notice = send.stage === 'failed' ? noticeOf(send.failure, { email }) : null;
  return (
    <FormPage
      title="Forgot password"
      lede="We will send a code to your inbox."
      onSubmit={() => {
        if (isEmail(email.trim())) send.run();
      }}
    >
      {send.stage === 'failed' && (
        <Banner type="error">{notice ? tell(notice).text : 'no server response'}</Banner>
      )}
      {send.stage === 'done' && (
        <Banner type="success">Enter the code sent to your inbox to reset your password.</Banner>
      )}
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        value={email}
        onChange={event => {
          setEmail(event.target.value);
          send.reset();
        }}
      />
      <Button type="submit" disabled={!isEmail(email.trim())} busy={send.stage === 'pending'}>
        Send code
      </Button>
      <p>
        <Link to="/login">Return to login</Link>
      </p>
    </FormPage>
  );
}
