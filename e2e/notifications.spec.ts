import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { missingBrowser, openBrowser } from './browser.ts';
import { queryDatabase } from './database.ts';
import { mailTo, makeAccount, signUpAs } from './mailbox.ts';

/**
 * Every notification code of spec 8: what somebody does on the real pages to get it from the real server, the text it is
 * shown with, and what its action does.
 */

const missing = missingBrowser();
const url = inject('appUrl');
const password = 'Rocinante-1605';
let browser: Browser;
let page: Page;

beforeAll(async () => {
  if (!missing) browser = await openBrowser();
});
afterAll(() => browser?.close());

interface Who {
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

interface Code {
  readonly type: 'success' | 'error';
  readonly code: string;
  /** Brings it about on the page. */
  readonly provoke: (who: Who) => Promise<void>;
  /** Spec 8, to the letter. */
  readonly text: (who: Who) => string;
  /** On the page where it arises the page's own text of spec 8 stands instead; the notification's on every other page. */
  readonly ownText?: string;
  readonly action?: { readonly label: string; readonly does: (who: Who) => Promise<void> };
}

/** Waits until a piece of text stands on the page, letter for letter, and can be seen. */
async function says(text: string): Promise<void> {
  await page.waitForFunction(wanted => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const box = node.parentElement;
      if (node.textContent === wanted && box?.checkVisibility()) {
        const { textTransform } = getComputedStyle(box);
        return textTransform === 'none' && getComputedStyle(box, '::first-letter').textTransform === 'none';
      }
    }
    return false;
  }, text);
}

const press = (label: string) => page.getByRole('button', { name: label, exact: true }).click();
const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
/** To another page of the app, without loading it anew. */
const goAbout = () => page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();

async function signUpOnPage({ username, email, password: chosen }: Who): Promise<void> {
  await page.goto(`${url}/sign-up`);
  await fill('Username', username);
  await fill('Email', email);
  await fill('Password', chosen);
  await fill('Confirm password', chosen);
  await page.getByRole('checkbox', { name: 'Terms' }).check({ position: { x: 12, y: 20 } });
  await page.getByRole('checkbox', { name: 'I am human' }).check();
  await says('Verified');
  await press('Sign up');
}

async function logInOnPage(credential: string, typed: string): Promise<void> {
  await page.goto(`${url}/login`);
  await fill('Username or email', credential);
  await fill('Password', typed);
  await press('Login');
}

async function forgot(email: string): Promise<void> {
  await page.goto(`${url}/forgot-password`);
  await fill('Email', email);
  await press('Send code');
}

async function typeCode(code: string): Promise<void> {
  await fill('Code', code);
  await press('Continue');
}

async function mailedCode({ email }: Who, least = 1): Promise<string> {
  const { text } = await mailTo(email, 'code', least);
  return /^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/m.exec(text)?.[0] ?? '';
}

async function openLink({ email }: Who): Promise<void> {
  const { links } = await mailTo(email, 'Verify');
  await page.goto(links.find(link => link.includes('/verify-email#')) ?? '');
}

async function toNewPassword(who: Who): Promise<void> {
  await makeAccount(who);
  await forgot(who.email);
  await says('Enter the code sent to your inbox to reset your password.');
  await typeCode(await mailedCode(who));
  await page.waitForURL('**/reset-password');
  await fill('New password', 'Babieca-1207');
  await fill('Confirm password', 'Babieca-1207');
}

/** The link that is mailed anew makes the account. */
const resends =
  (least: number) =>
  async ({ username, email }: Who) => {
    await says(
      `Resent verification email, ${username}. Check your inbox at ${email} to verify your account.`,
    );
    const { links } = await mailTo(email, 'Verify', least);
    await page.goto(links.find(link => link.includes('/verify-email#')) ?? '');
    await fill('Password', password);
    await press('Verify');
    await says(`Verified ${email}. Please login, ${username}.`);
  };

/** The code that is mailed anew is taken. */
const sendsCode = async (who: Who) => {
  await page.waitForURL('**/forgot-password');
  await says(`Sent reset password code to ${who.email}. The code is valid for 15 minutes.`);
  await typeCode(await mailedCode(who, 2));
  await page.waitForURL('**/reset-password');
};

const codes: readonly Code[] = [
  {
    type: 'success',
    code: 'created new user',
    provoke: signUpOnPage,
    text: ({ username }) => `Created new user ${username}. Please login with your credentials.`,
    action: { label: 'Resend link', does: resends(2) },
  },
  {
    type: 'error',
    code: 'duplicate email',
    provoke: async who => {
      await makeAccount(who);
      await signUpOnPage({ ...who, username: `${who.username}b` });
    },
    text: () => 'An account with this email already exists. Please enter a different email.',
  },
  {
    type: 'error',
    code: 'duplicate username',
    provoke: async who => {
      await makeAccount(who);
      await signUpOnPage({ ...who, email: `other.${who.email}` });
    },
    text: () => 'Username taken. Please enter a different username.',
  },
  {
    // The server says more with this code, and spec 8 shows that rather than 'Invalid user data received.'.
    type: 'error',
    code: 'unable to create new user',
    provoke: who => signUpOnPage({ ...who, username: 'support7' }),
    text: () => 'Please choose a different username.',
  },
  {
    type: 'success',
    code: 'verified email',
    provoke: async who => {
      await makeAccount(who);
      await openLink(who);
    },
    text: ({ username, email }) => `Verified ${email}. Please login, ${username}.`,
    action: {
      label: 'Login',
      does: async ({ username }) => {
        await page.waitForURL('**/login');
        await fill('Username or email', username);
        await fill('Password', password);
        await press('Login');
        await page.waitForURL('**/library');
      },
    },
  },
  {
    type: 'error',
    code: 'email verification link expired',
    provoke: async who => {
      await signUpAs(who);
      await mailTo(who.email, 'Verify');
      await linksExpire(who);
      await openLink(who);
    },
    text: ({ username }) => `Your verification email expired, ${username}.`,
    ownText: 'Verification failed because the link expired.',
    action: { label: 'Get new link', does: resends(2) },
  },
  {
    type: 'success',
    code: 'resent verification email',
    provoke: async who => {
      await signUpOnPage(who);
      await press('Resend link');
    },
    text: ({ username, email }) =>
      `Resent verification email, ${username}. Check your inbox at ${email} to verify your account.`,
    action: { label: 'Resend link', does: resends(3) },
  },
  {
    type: 'error',
    code: 'unable to resend verification email',
    provoke: async who => {
      await signUpOnPage(who);
      await says(`Created new user ${who.username}. Please login with your credentials.`);
      await queryDatabase('delete from pending_sign_ups where email = $1', [who.email]);
      await press('Resend link');
    },
    text: ({ username }) => `An error occurred while trying to resend verification email, ${username}.`,
    action: {
      label: 'Try resending',
      // As long as nobody signs up again there is nobody to send it to.
      does: async who => {
        await says(`An error occurred while trying to resend verification email, ${who.username}.`);
        await signUpAs(who);
        await press('Try resending');
        await resends(3)(who);
      },
    },
  },
  {
    type: 'error',
    code: 'unable to login with unverified account',
    provoke: async who => {
      await signUpAs(who);
      await logInOnPage(who.username, password);
    },
    text: ({ username, email }) => `Verify ${email} to login to your account, ${username}.`,
    action: { label: 'Resend link', does: resends(2) },
  },
  {
    type: 'error',
    code: 'invalid username or password',
    provoke: async who => {
      await makeAccount(who);
      await logInOnPage(who.username, 'Wrong-1605!');
    },
    text: () => "The username or password you provided don't match our records.",
  },
  {
    type: 'error',
    code: 'unable to send forgot password code to unverified email',
    provoke: async who => {
      await signUpAs(who);
      await forgot(who.email);
    },
    text: ({ email }) => `You must verify ${email} before you can get a forgot password code.`,
    ownText: 'You must verify your email before you can get a forgot password code.',
    action: { label: 'Get new verification link', does: resends(2) },
  },
  {
    type: 'error',
    code: 'unable to send forgot password code to oauthed user',
    provoke: async ({ email }) => {
      await page.goto(`${url}/login`);
      await page.getByRole('link', { name: 'Continue with Google' }).click();
      await fill('Another address', email);
      await press('Continue');
      await page.waitForURL('**/profile');
      await press('Logout');
      await page.waitForURL('**/login');
      await forgot(email);
    },
    text: () => 'This account signed up with Google. Use your Google profile to gain access to your account.',
    ownText: 'This account signed up with Google. Use your Google profile to gain access to your account.',
  },
  {
    type: 'success',
    code: 'sent forgot password code',
    provoke: async who => {
      await makeAccount(who);
      await forgot(who.email);
      // Its mail is there before the next one is asked for: of two on their way the first may arrive last.
      await mailedCode(who);
    },
    text: ({ email }) => `Sent reset password code to ${email}. The code is valid for 15 minutes.`,
    action: { label: 'Resend code', does: sendsCode },
  },
  {
    type: 'error',
    code: 'unable to send forgot password code',
    provoke: ({ email }) => forgot(email),
    text: () => "The email address you provided doesn't match our records.",
    ownText: "The email you provided doesn't match our records.",
  },
  {
    type: 'error',
    code: 'forgot password code expired',
    provoke: async who => {
      await makeAccount(who);
      await forgot(who.email);
      const code = await mailedCode(who);
      await queryDatabase(
        `update reset_codes set expires_at = now() - interval '1 minute'
         where account_id = (select id from accounts where email = $1)`,
        [who.email],
      );
      await typeCode(code);
    },
    text: () => 'Your code expired.',
    ownText: 'Your code expired. Request another email to get a new code.',
    action: { label: 'Get new code', does: sendsCode },
  },
  {
    type: 'error',
    code: 'invalid forgot password code',
    provoke: async who => {
      await makeAccount(who);
      await forgot(who.email);
      await says('Enter the code sent to your inbox to reset your password.');
      await typeCode('BCDF-BCDF-BCDF');
    },
    text: () => "The code you provided doesn't match our records.",
    ownText: "The code you provided doesn't match our records.",
  },
  {
    type: 'success',
    code: 'updated password',
    provoke: async who => {
      await toNewPassword(who);
      await press('Set password');
    },
    text: ({ username }) => `You reset your password, ${username}. Login with your new credentials.`,
  },
  {
    type: 'error',
    code: 'unable to reset password',
    provoke: async who => {
      await toNewPassword(who);
      // As after a new password elsewhere, which voids all codes.
      await queryDatabase(
        'delete from reset_codes where account_id = (select id from accounts where email = $1)',
        [who.email],
      );
      await press('Set password');
    },
    text: () => 'An error occured while resetting your password.',
    action: {
      label: 'Back to forgot password',
      does: async () => {
        await page.waitForURL('**/forgot-password');
        await says('We will send a code to your inbox.');
      },
    },
  },
];

function linksExpire({ email }: Who) {
  return queryDatabase(
    `update verification_links set expires_at = now() - interval '1 minute'
     where sign_up_id in (select id from pending_sign_ups where email = $1)`,
    [email],
  );
}

test.for(codes.map((one, index) => ({ ...one, index })))(
  '$type "$code" is told to the letter, once, and its action does its job',
  async ({ provoke, text, ownText, action, index }, { skip }) => {
    if (missing) skip(missing);
    const username = `note${String.fromCharCode(97 + index)}`;
    const who = { username, email: `${username}@correo.example`, password };
    const context = await browser.newContext({ viewport: { width: 375, height: 800 } });
    page = await context.newPage();
    await provoke(who);
    if (ownText !== undefined) {
      await says(ownText);
      if (ownText !== text(who)) expect(await page.getByText(text(who), { exact: true }).count()).toBe(0);
      await goAbout();
    }
    await says(text(who));
    expect(await page.getByText(text(who), { exact: true }).count()).toBeLessThanOrEqual(1);
    if (action) {
      await page
        .getByRole('alert')
        .or(page.getByRole('status'))
        .getByText(action.label, { exact: true })
        .click();
      await action.does(who);
    }
    await context.close();
  },
);
