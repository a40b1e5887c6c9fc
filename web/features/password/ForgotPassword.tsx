import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { isEmail, mailboxOf } from '../../../facade/email.ts';
import { forgotPassword, redeemResetCode, resendVerification } from '../../../facade/identity.ts';
import { Button, ButtonAnchor } from '../../shared/components/Button.tsx';
import { Banner } from '../../shared/components/feedback/Banner.tsx';
import { Field } from '../../shared/components/form/Field.tsx';
import { FormPage } from '../../shared/components/form/FormPage.tsx';
import { useFields } from '../../shared/components/form/useFields.ts';
import { Link } from '../../shared/components/Link.tsx';
import { notificationText } from '../../shared/notification/texts.ts';
import { noticeOf, useNotice, useNotifications } from '../../shared/notification.tsx';
import { refusalText } from '../../shared/refusal-text.ts';
import { useClient, useSessionActions } from '../../shared/session.tsx';
import { type FlowState, flowTexts, stateAfter } from './flow.ts';

/** Where the link in the mail leads, on whichever device it is opened. */
const withCode = '#code';

/**
 * Spec 2, 4 and 8, forgot password: the e-mail step, then the code step. A code that was sent is told by the
 * notification above, which can send another. What goes wrong stands at its field; it is a notification as well, which
 * shows on other pages only, with the way on that it offers.
 */
export default function ForgotPassword() {
  const client = useClient();
  const navigate = useNavigate();
  const { beginReset } = useSessionActions();
  const notifications = useNotifications();
  const notice = useNotice();
  const sent = notice?.message === 'sent forgot password code' ? notice : null;
  const told = notice && notice.type === 'error' ? stateAfter(notice.message) : undefined;
  const { values, field, focus, put } = useFields({
    email: sent || told ? (notice?.fields.email ?? '') : '',
    code: '',
  });
  const { email, code } = values;
  const emailField = field('email');
  const codeField = field('code');
  const { hash } = useLocation();
  const [state, setState] = useState<FlowState>(sent || hash === withCode ? 'success' : (told ?? 'help'));
  /** Errors without a text of this page, for example 'too many attempts'. */
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const step = state === 'success' || state === 'codeError' || state === 'expired' ? 'code' : 'email';

  // The notification may send another code by itself, or fail to.
  useEffect(() => {
    const next = sent ? 'success' : told;
    if (!notice || !next) return;
    setState(next);
    put(now => ({ email: notice.fields.email ?? now.email, code: sent ? '' : now.code }));
  }, [notice, sent, told, put]);

  // The button that led to the other step went with its own.
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) focus(step);
    shown.current = step;
  });

  async function attempt(call: () => Promise<void>) {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await call();
    } catch (failure) {
      const said = noticeOf(failure, { email: mailboxOf(email) ?? undefined });
      // An error without an action need not be persistent.
      if (said && stateAfter(said.message))
        notifications.set(said, notificationText(said).action !== undefined);
      else setProblem(refusalText(failure));
      focus(step);
    }
    setBusy(false);
  }

  const sendCode = () =>
    attempt(async () => {
      const { message, ...fields } = await client.call(forgotPassword, { body: { email: email.trim() } });
      notifications.set({ type: 'success', message, fields });
      setState('success');
      put(() => ({ code: '' }));
    });
  const redeem = () =>
    attempt(async () => {
      const { accessToken } = await client.call(redeemResetCode, { body: { code: code.trim() } });
      notifications.clear();
      beginReset(accessToken);
      await navigate('/reset-password');
    });
  const resend = () =>
    attempt(async () => {
      await client.call(resendVerification, { body: { email: mailboxOf(email) ?? email } });
      notifications.clear();
      setState('sentVerificationEmail');
    });

  function enterCode() {
    notifications.clear();
    setState('success');
    setProblem(undefined);
  }

  function startOver() {
    notifications.clear();
    setState('help');
    setProblem(undefined);
  }

  const backToLogin = (
    <p>
      <Link to="/login" onClick={() => sent && notifications.clear()}>
        Return to login
      </Link>
    </p>
  );

  if (step === 'code')
    return (
      <FormPage
        title="Enter the code"
        lede={flowTexts.success}
        onSubmit={() => (code.trim() === '' ? undefined : redeem())}
      >
        <Field
          label="Code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          required
          {...codeField}
          error={problem ?? (state === 'success' ? undefined : flowTexts[state])}
          onChange={event => {
            codeField.onChange(event);
            setProblem(undefined);
            if (told) notifications.clear();
            if (state === 'codeError') setState('success');
          }}
        />
        {state === 'expired' ? (
          <Button busy={busy} onClick={() => void sendCode()}>
            Get new code
          </Button>
        ) : (
          <Button type="submit" disabled={code.trim() === '' || state === 'codeError'} busy={busy}>
            {busy ? 'Checking…' : 'Continue'}
          </Button>
        )}
        {!sent && state !== 'expired' && isEmail(email) && (
          <Button look="quiet" busy={busy} onClick={() => void sendCode()}>
            Send another code
          </Button>
        )}
        <Button look="quiet" onClick={startOver}>
          {isEmail(email) ? 'Use another email' : 'I have no code yet'}
        </Button>
        {backToLogin}
      </FormPage>
    );
  return (
    <FormPage
      title="Forgot password"
      lede={flowTexts.help}
      onSubmit={() => (isEmail(email) ? sendCode() : undefined)}
    >
      {state === 'sentVerificationEmail' && <Banner type="success">{flowTexts.sentVerificationEmail}</Banner>}
      <Field
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        required
        {...emailField}
        error={
          problem ?? (state === 'help' || state === 'sentVerificationEmail' ? undefined : flowTexts[state])
        }
        onChange={event => {
          emailField.onChange(event);
          setProblem(undefined);
          if (told) notifications.clear();
          setState('help');
        }}
      />
      {state === 'unverifiedError' && (
        <Button look="outline" busy={busy} onClick={() => void resend()}>
          get new verification link
        </Button>
      )}
      {state === 'oauth' && (
        <ButtonAnchor look="outline" href="/auth/login/google">
          Continue with Google
        </ButtonAnchor>
      )}
      <Button type="submit" disabled={!isEmail(email)} busy={busy}>
        {busy ? 'Sending…' : 'Send code'}
      </Button>
      <Button look="quiet" onClick={enterCode}>
        I have a code already
      </Button>
      {backToLogin}
    </FormPage>
  );
}
