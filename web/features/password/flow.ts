/** The states of the forgot-password page, and what it says in each (spec 4 and 8). */
export type FlowState =
  | 'help'
  | 'unverifiedError'
  | 'sentVerificationEmail'
  | 'error'
  | 'codeError'
  | 'expired'
  | 'success'
  | 'oauth';

const states: Readonly<Record<string, FlowState>> = {
  'unable to send forgot password code to unverified email': 'unverifiedError',
  'resent verification email': 'sentVerificationEmail',
  'unable to send forgot password code to oauthed user': 'oauth',
  'unable to send forgot password code': 'error',
  'sent forgot password code': 'success',
  'forgot password code expired': 'expired',
  'invalid forgot password code': 'codeError',
};

/** The state that a message of the server leads to; undefined when it is none of this page's. */
export function stateAfter(message: string | undefined): FlowState | undefined {
  return message !== undefined && Object.hasOwn(states, message) ? states[message] : undefined;
}

export const flowTexts: Readonly<Record<FlowState, string>> = {
  help: 'We will send a code to your inbox.',
  unverifiedError: 'You must verify your email before you can get a forgot password code.',
  sentVerificationEmail: 'Resent verification email. Check your inbox to verify your account.',
  error: "The email you provided doesn't match our records.",
  codeError: "The code you provided doesn't match our records.",
  expired: 'Your code expired. Request another email to get a new code.',
  success: 'Enter the code sent to your inbox to reset your password.',
  oauth: 'This account signed up with Google. Use your Google profile to gain access to your account.',
};
