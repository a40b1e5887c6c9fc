import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { meets, passwordRules, usernameRules } from '../../../domain/account/rules.ts';
import { CallFailure } from '../../../facade/client/failure.ts';
import { isEmail } from '../../../facade/email.ts';
import { humanCheck, signUp } from '../../../facade/identity.ts';
import { Button, ButtonAnchor } from '../../shared/components/Button.tsx';
import { Banner } from '../../shared/components/feedback/Banner.tsx';
import { Checkbox } from '../../shared/components/form/Choice.tsx';
import { Field, PasswordField } from '../../shared/components/form/Field.tsx';
import { FormPage } from '../../shared/components/form/FormPage.tsx';
import { useFields } from '../../shared/components/form/useFields.ts';
import { Link } from '../../shared/components/Link.tsx';
import { useNotifications } from '../../shared/notification.tsx';
import { refusalText } from '../../shared/refusal-text.ts';
import { useClient } from '../../shared/session.tsx';
import { useCommandId } from '../../shared/useCommandId.ts';
import { sampleAnswersOfPage, storeForFirstLogin } from '../home/sample/sample-answers.ts';
import { HumanCheck, type Proof } from './HumanCheck.tsx';

const nothing = { username: '', email: '', password: '', confirm: '' };
/** Spec 8. */
const verifyHuman = 'please verify you are human';

function wrongWith({ username, email, password, confirm }: typeof nothing) {
  return {
    username: meets(usernameRules, username) ? undefined : 'This username does not meet the rules.',
    email: isEmail(email) ? undefined : 'Please enter a valid email.',
    password: meets(passwordRules, password) ? undefined : 'This password does not meet the rules.',
    confirm: confirm === password ? undefined : 'The passwords are not the same.',
  };
}

/**
 * Spec 2 and 5, sign-up: the domain's rules are shown live. What the server refuses is told in one place: at its field,
 * or above the form when it is about none.
 */
export default function SignUp() {
  const client = useClient();
  const navigate = useNavigate();
  const notifications = useNotifications();
  const { values, field, isValid, refuse } = useFields(nothing, wrongWith);
  const [consents, setConsents] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [unproved, setUnproved] = useState<string>();
  const [proof, setProof] = useState<Proof | null>(null);
  /** Raised when a new check is needed. */
  const [attempt, setAttempt] = useState(0);
  const [siteKey, setSiteKey] = useState<string | null>();
  const asked = useRef(false);
  const commandIdFor = useCommandId();
  const check = useRef<HTMLDivElement>(null);
  const ready = isValid && consents;

  /** The check is loaded when the visitor begins to fill in the form. */
  function begin() {
    if (asked.current) return;
    asked.current = true;
    client.call(humanCheck).then(
      ({ recaptchaSiteKey }) => setSiteKey(recaptchaSiteKey),
      () => setSiteKey(null),
    );
  }

  function wantProof(text: string) {
    setUnproved(text);
    check.current?.querySelector<HTMLElement>('input, button, iframe')?.focus();
  }

  async function submit() {
    if (!ready || busy) return;
    if (!proof) return wantProof(verifyHuman);
    const wanted = { username: values.username, email: values.email.trim(), password: values.password };
    setBusy(true);
    setProblem(undefined);
    try {
      const { message, ...fields } = await client.call(signUp, {
        body: { ...wanted, proof },
        commandId: commandIdFor(wanted),
      });
      storeForFirstLogin(wanted.username);
      notifications.set({ type: 'success', message, fields });
      await navigate('/login');
    } catch (failure) {
      setBusy(false);
      const text = refusalText(failure);
      const at = failure instanceof CallFailure ? failure.body?.errorField : undefined;
      // Google's proof counts for one attempt, ours until a sign-up succeeds.
      if (at === 'recaptcha' || proof.by === 'recaptcha') {
        setProof(null);
        setAttempt(now => now + 1);
      }
      if (at === 'username' || at === 'email' || at === 'password') refuse(at, text);
      else if (at === 'recaptcha') wantProof(text);
      else setProblem(text);
    }
  }

  return (
    <FormPage
      title="Sign up"
      lede={
        sampleAnswersOfPage()
          ? 'It is free, and your answers come with you.'
          : 'The first chapter of every book is free.'
      }
      onSubmit={submit}
      onFocus={begin}
    >
      {problem !== undefined && <Banner type="error">{problem}</Banner>}
      <Field
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        rules={usernameRules}
        required
        {...field('username')}
      />
      <Field label="Email" type="email" inputMode="email" autoComplete="email" required {...field('email')} />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        rules={passwordRules}
        required
        {...field('password')}
      />
      <PasswordField label="Confirm password" autoComplete="new-password" required {...field('confirm')} />
      <Checkbox
        name="consent"
        checked={consents}
        required
        onChange={event => setConsents(event.target.checked)}
      >
        I agree to the{' '}
        <a href="/terms-of-service" target="_blank" rel="noreferrer">
          Terms of Service
        </a>
        .
      </Checkbox>
      <div ref={check}>
        <HumanCheck
          key={attempt}
          siteKey={siteKey ?? null}
          error={unproved}
          onProof={found => {
            setProof(found);
            if (found) setUnproved(undefined);
          }}
        />
      </div>
      <Button type="submit" disabled={!ready} busy={busy}>
        {busy ? 'Signing up…' : 'Sign up'}
      </Button>
      <ButtonAnchor look="outline" href="/auth/login/google" onClick={() => storeForFirstLogin(null)}>
        Continue with Google
      </ButtonAnchor>
      <p>
        You have an account? <Link to="/login">Login</Link>
      </p>
    </FormPage>
  );
}
