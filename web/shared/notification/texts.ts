/** A notification: a message code of the server, and the account it concerns (spec 3 and 8). */
export interface Notice {
  readonly type: 'success' | 'error';
  readonly message: string;
  readonly fields: { readonly username?: string | undefined; readonly email?: string | undefined };
}

/** An action of a notification. */
export type NoticeAction =
  | { readonly label: string; readonly does: 'resend verification' | 'send reset code' }
  | { readonly label: string; readonly to: '/login' | '/forgot-password' };

interface NotificationText {
  readonly text: string;
  /** Additional text after the specified one. */
  readonly note?: string;
  readonly action?: NoticeAction;
}

type NotificationTextOf = (who: {
  readonly email: string;
  readonly commaName: string;
  readonly name: string;
}) => NotificationText;

const textsByCode: Readonly<Record<Notice['type'], Readonly<Record<string, NotificationTextOf>>>> = {
  success: {
    'created new user': ({ name, email }) => ({
      text: `Created new user${name}. Please login with your credentials.`,
      note: `A mail is on its way to ${email}: open its link first.`,
      action: { label: 'Resend link', does: 'resend verification' },
    }),
    'verified email': ({ email, commaName }) => ({
      text: `Verified ${email}. Please login${commaName}.`,
      action: { label: 'Login', to: '/login' },
    }),
    'resent verification email': ({ email, commaName }) => ({
      text: `Resent verification email${commaName}. Check your inbox at ${email} to verify your account.`,
      action: { label: 'Resend link', does: 'resend verification' },
    }),
    'sent forgot password code': ({ email }) => ({
      text: `Sent reset password code to ${email}. The code is valid for 15 minutes.`,
      action: { label: 'Resend code', does: 'send reset code' },
    }),
    'updated password': ({ commaName }) => ({
      text: `You reset your password${commaName}. Login with your new credentials.`,
    }),
  },
  error: {
    'duplicate email': () => ({
      text: 'An account with this email already exists. Please enter a different email.',
    }),
    'duplicate username': () => ({ text: 'Username taken. Please enter a different username.' }),
    'unable to create new user': () => ({ text: 'Invalid user data received.' }),
    'email verification link expired': ({ commaName }) => ({
      text: `Your verification email expired${commaName}.`,
      action: { label: 'Get new link', does: 'resend verification' },
    }),
    'unable to resend verification email': ({ commaName }) => ({
      text: `An error occurred while trying to resend verification email${commaName}.`,
      action: { label: 'Try resending', does: 'resend verification' },
    }),
    'unable to login with unverified account': ({ email, commaName }) => ({
      text: `Verify ${email} to login to your account${commaName}.`,
      action: { label: 'Resend link', does: 'resend verification' },
    }),
    'invalid username or password': () => ({
      text: "The username or password you provided don't match our records.",
    }),
    'unable to send forgot password code to unverified email': ({ email }) => ({
      text: `You must verify ${email} before you can get a forgot password code.`,
      action: { label: 'Get new verification link', does: 'resend verification' },
    }),
    'unable to send forgot password code to oauthed user': () => ({
      text: 'This account signed up with Google. Use your Google profile to gain access to your account.',
    }),
    'unable to send forgot password code': () => ({
      text: "The email address you provided doesn't match our records.",
    }),
    'forgot password code expired': () => ({
      text: 'Your code expired.',
      action: { label: 'Get new code', does: 'send reset code' },
    }),
    'invalid forgot password code': () => ({ text: "The code you provided doesn't match our records." }),
    'unable to reset password': () => ({
      text: 'An error occured while resetting your password.',
      action: { label: 'Back to forgot password', to: '/forgot-password' },
    }),
  },
};

/**
 * Text and action of a notification (spec 8, Notification messages). An unknown code is shown unchanged. An action that sends
 * a mail needs an address.
 */
export function notificationText({ type, message, fields: { username, email } }: Notice): NotificationText {
  const teller = Object.hasOwn(textsByCode[type], message) ? textsByCode[type][message] : undefined;
  if (!teller) return { text: message };
  const { text, note, action } = teller({
    email: email ?? 'your email',
    name: username ? ` ${username}` : '',
    commaName: username ? `, ${username}` : '',
  });
  return {
    text,
    ...(note !== undefined && { note }),
    ...(action && ('to' in action || email) && { action }),
  };
}

/** Whether there is an x icon (spec 4): not for successes, and not for expired codes and links. */
export function isDismissable({ type, message }: Notice): boolean {
  return type === 'error' && !/\bexpired$/.test(message);
}
