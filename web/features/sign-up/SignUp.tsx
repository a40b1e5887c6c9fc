import { useForm, useWatch } from 'react-hook-form';
import { Link, useNavigate } from 'react-router-dom';
import { isEmail, meets, passwordRules, usernameRules } from '../../../domain/account/rules.ts';
import { CallFailure } from '../../../facade/client/failure.ts';
import { signUp } from '../../../facade/identity.ts';
import { Button, ButtonAnchor } from '../../shared/components/Button.tsx';
import { Checkbox } from '../../shared/components/form/Choice.tsx';
import { Field, PasswordField } from '../../shared/components/form/Field.tsx';
import { FormPage } from '../../shared/components/form/FormPage.tsx';
import { messageOf } from '../../shared/failures.ts';
import { tell } from '../../shared/notification/texts.ts';
import { noticeOf, useNotifications } from '../../shared/notification.tsx';
import { useClient } from '../../shared/session.tsx';

interface Fields {
  username: string;
  email: string;
  password: string;
  confirm: string;
  consent: boolean;
}

/** Spec 2 and 5, sign-up: the domain's rules are shown live; the server's refusals come back to their field. */
export default function SignUp() {
  const client = useClient();
  const navigate = useNavigate();
  const notifications = useNotifications();
  const form = useForm<Fields>({
    mode: 'onTouched',
    defaultValues: { username: '', email: '', password: '', confirm: '', consent: false },
  });
  const { register, control, formState, setError } = form;
  const [username, password] = useWatch({ control, name: ['username', 'password'] });

  const submit = form.handleSubmit(async ({ username, email, password }) => {
    const body = { username, email: email.trim(), password };
    try {
      const { message, ...fields } = await client.call(signUp, { body });
      notifications.set({ type: 'success', message, fields });
      await navigate('/login');
    } catch (failure) {
      const notice = noticeOf(failure, body);
      if (notice) notifications.set(notice, false);
      const text = (notice && tell(notice).text) ?? messageOf(failure) ?? 'no server response';
      setError(fieldOf(failure), { message: text }, { shouldFocus: true });
    }
  });

  return (
    <FormPage title="Sign up" lede="The first chapter of every book is free." onSubmit={submit}>
      <Field
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        rules={usernameRules}
        value={username}
        error={formState.errors.username?.message}
        {...register('username', {
          validate: value => meets(usernameRules, value) || 'This username does not meet the rules.',
        })}
      />
      <Field
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        error={formState.errors.email?.message}
        {...register('email', { validate: value => isEmail(value.trim()) || 'Please enter a valid email.' })}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        rules={passwordRules}
        value={password}
        error={formState.errors.password?.message}
        {...register('password', {
          deps: 'confirm',
          validate: value => meets(passwordRules, value) || 'This password does not meet the rules.',
        })}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        error={formState.errors.confirm?.message}
        {...register('confirm', {
          validate: (value, all) => value === all.password || 'The passwords are not the same.',
        })}
      />
      <Checkbox {...register('consent', { required: true })}>
        I agree to the{' '}
        <a href="/terms-of-service" target="_blank" rel="noreferrer">
          Terms of Service
        </a>
        .
      </Checkbox>
      <Button type="submit" disabled={!formState.isValid} busy={formState.isSubmitting}>
        Sign up
      </Button>
      <ButtonAnchor look="outline" href="/auth/login/google">
        Continue with Google
      </ButtonAnchor>
      <p>
        You have an account? <Link to="/login">Login</Link>
      </p>
    </FormPage>
  );
}

/** The field the server's refusal is about; what is about none stands at the username. */
function fieldOf(failure: unknown): 'username' | 'email' | 'password' {
  const field = failure instanceof CallFailure ? failure.body?.errorField : undefined;
  return field === 'email' || field === 'password' ? field : 'username';
}
