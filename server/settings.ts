/** Every setting there is; the README's table and the schemas of `setting-schemas.ts` come from this list. */
export interface Setting {
  /** The environment variable. */
  readonly name: string;
  /** What holds when it is not set, in words. */
  readonly default: string;
  readonly meaning: string;
  /** In production: 'required' stops the start without it. */
  readonly production?: 'required';
}

export const settings = [
  {
    name: 'NODE_ENV',
    default: 'development',
    meaning:
      '`production` switches off the sandbox (ready-made logins, mailbox, simulated payments) and insists on real secrets. The sandbox does not start when HOST or PUBLIC_URL is not local.',
  },
  {
    name: 'PORT',
    default: '3000, or the next free one',
    meaning: 'The port of the web server. One that is set and taken stops the start.',
  },
  {
    name: 'HOST',
    default: '127.0.0.1; in production all interfaces',
    meaning: 'The address the web server listens on.',
  },
  {
    name: 'PUBLIC_URL',
    default: 'http://localhost:{PORT}',
    meaning: 'The address learners see: links in mails begin with it. In production https, or a localhost.',
    production: 'required',
  },
  {
    name: 'DATA_DIRECTORY',
    default: '.data',
    meaning: 'Where the embedded database, development secrets and development mail are kept.',
  },
  {
    name: 'DATABASE_URL',
    default: 'an embedded PostgreSQL 18',
    meaning: 'postgres://user:password@host:port/database of a PostgreSQL 16 or newer.',
  },
  {
    name: 'EVENTSTORE_URL',
    default: 'the log is kept in PostgreSQL',
    meaning:
      'esdb://host:port?tls=false of an EventStoreDB that keeps the log instead; the hosts of a cluster with commas between them.',
  },
  {
    name: 'SMTP_URL',
    default: 'a mailbox shown at /dev/mail',
    meaning: 'smtp://user:password@host:port or smtps://… of the server that sends mail.',
    production: 'required',
  },
  {
    name: 'TERMS_URL',
    default: 'the own page /terms-of-service',
    meaning: 'The terms of service at the policy provider, an https address.',
  },
  {
    name: 'PRIVACY_URL',
    default: 'the own page /privacy-policy',
    meaning: 'The privacy policy at the policy provider, an https address.',
  },
  {
    name: 'COOKIES_URL',
    default: 'no link',
    meaning: 'The cookie policy at the policy provider, an https address.',
  },
  {
    name: 'IMAGES_URL',
    default: 'no link',
    meaning: 'The product on an image-sharing site, an https address.',
  },
  {
    name: 'VIDEOS_URL',
    default: 'no link',
    meaning: 'The product on a video site, an https address.',
  },
  {
    name: 'DONATE_URL',
    default: 'no link',
    meaning: 'Where one can donate, an https address.',
  },
  {
    name: 'MAIL_FROM',
    default: 'Camino <no-reply@{host of PUBLIC_URL}>',
    meaning: 'The sender of mails.',
  },
  {
    name: 'CONTACT_ADDRESS',
    default: 'contact@{host of PUBLIC_URL}',
    meaning: 'Who gets contact messages and issue reports.',
  },
  {
    name: 'STRIPE_SECRET_KEY',
    default: 'simulated payments at /dev/payments',
    meaning: 'The secret key of the payment provider (Stripe), sk_… or rk_….',
    production: 'required',
  },
  {
    name: 'STRIPE_WEBHOOK_SECRET',
    default: "the simulated payments' own",
    meaning: 'Signs the webhooks that Stripe sends to {PUBLIC_URL}/stripe/webhook: whsec_….',
    production: 'required',
  },
  {
    name: 'STRIPE_AUTOMATIC_TAX',
    default: 'off',
    meaning: '`on`: Stripe works out the tax of the learner’s address at the checkout.',
  },
  {
    name: 'WITHDRAWAL_CONSENT',
    default: 'off',
    meaning:
      '`on`: the checkout asks for the consent to begin at once and lose the right of withdrawal (needs a terms address at Stripe).',
  },
  {
    name: 'TOKEN_SECRET',
    default: 'random, kept in the data directory',
    meaning: 'Signs access tokens: 32 characters or more, the same for all processes.',
    production: 'required',
  },
  {
    name: 'PREVIOUS_TOKEN_SECRETS',
    default: 'none',
    meaning:
      'Earlier values of TOKEN_SECRET, separated by commas: tokens signed with them stay valid. Drop them ten minutes after a change.',
  },
  {
    name: 'GOOGLE_CLIENT_ID',
    default: 'a simulated Google at /dev/google; in production the button says that it is not possible',
    meaning:
      'OAuth client for signing in with Google; its redirect URI is {PUBLIC_URL}/auth/login/google/callback. Switch on its session age claims: accounts without a password confirm by them.',
  },
  {
    name: 'GOOGLE_CLIENT_SECRET',
    default: 'none',
    meaning: 'The secret of that client.',
  },
  {
    name: 'RECAPTCHA_SITE_KEY',
    default: 'ALTCHA only, a proof of work without a third party',
    meaning: 'Offers reCAPTCHA at sign-up, beside ALTCHA. Google is asked only once the form is used.',
  },
  {
    name: 'RECAPTCHA_SECRET_KEY',
    default: 'none',
    meaning: 'The secret half of that key.',
  },
  {
    name: 'RECAPTCHA_VERIFY_URL',
    default: 'https://www.google.com/recaptcha/api/siteverify',
    meaning:
      'Where reCAPTCHA is asked whether somebody passed; for example at recaptcha.net. In production https.',
  },
  {
    name: 'ANALYTICS_TOKEN',
    default: 'our own collector',
    meaning:
      'The token of a Mixpanel project: visits that somebody agreed to are counted there instead of here. Recordings too.',
  },
  {
    name: 'ANALYTICS_DELETION_TOKEN',
    default: 'none',
    meaning: 'Required with it: authorizes deletions there (Mixpanel: Data & Privacy, OAuth token). Secret.',
  },
  {
    name: 'ANALYTICS_HOST',
    default: 'https://api-eu.mixpanel.com',
    meaning: 'Where browsers send what is counted; of the region in which the project lies.',
  },
  {
    name: 'ANALYTICS_DELETION_URL',
    default: 'https://eu.mixpanel.com/api/app/data-deletions/v3.0',
    meaning: 'Where deletions are asked for; of the same region.',
  },
  {
    name: 'FORGOTTEN_FILE',
    default: '{DATA_DIRECTORY}/forgotten-accounts',
    meaning:
      'Where the opaque ids of deleted accounts are noted. Keep it out of the backup of the database: after a restore they are deleted again.',
  },
  {
    name: 'ROLES',
    default: 'command-api,query-api,projections,web',
    meaning: 'What this process does, separated by commas.',
  },
  {
    name: 'WITHOUT_BOOKS',
    default: 'none',
    meaning:
      'Titles of books that this deployment leaves out, separated by semicolons: Platero y Yo is protected in parts of Europe until the end of 2028.',
  },
  {
    name: 'DRAIN_SECONDS',
    default: '0; in production 5',
    meaning:
      'How long a process told to stop goes on serving while `/health/ready` says 503, so that a balancer can leave it.',
  },
] as const satisfies readonly Setting[];

export type SettingName = (typeof settings)[number]['name'];
