import type { Router } from 'express';
import { type BillingProvider, serveBilling } from '../command-api/billing/billing.ts';
import { duplicateMail } from '../command-api/billing/duplicate-mail.ts';
import { accessEndsOf, subscriptionsOf } from '../command-api/billing/subscription.ts';
import { serveCatalogue } from '../command-api/catalogue/admin.ts';
import { serveAutoSentence } from '../command-api/catalogue/auto-sentence/serve.ts';
import { chaptersIn } from '../command-api/catalogue/chapters.ts';
import { serveCollector } from '../command-api/collect/serve.ts';
import { commandRate } from '../command-api/command-rate.ts';
import { serveContact } from '../command-api/contact/contact.ts';
import { servePeopleCommands } from '../command-api/desk/people.ts';
import { serveProjectionControl } from '../command-api/desk/projections.ts';
import type { AccountDeletion } from '../command-api/identity/account-deletion/delete-account.ts';
import type { SignInProvider } from '../command-api/identity/dependencies.ts';
import { serveIdentity } from '../command-api/identity/serve-identity.ts';
import { sessionCheck } from '../command-api/identity/sessions/sessions.ts';
import { humanChecks, type RecaptchaKeys } from '../command-api/identity/sign-up/human-check.ts';
import { serveKept } from '../command-api/kept/kept.ts';
import type { QueueMail } from '../command-api/mail/mail.ts';
import type { Limit, RateLimits } from '../command-api/rate-limits.ts';
import { serveReading } from '../command-api/reading/reading.ts';
import { serveSettings } from '../command-api/settings/settings.ts';
import { vocabularyModels } from '../command-api/vocabulary/reset.ts';
import { serveVocabulary } from '../command-api/vocabulary/vocabulary.ts';
import type { Connection } from '../database/connect.ts';
import type { LearnerEvents } from '../domain/learner-events.ts';
import { aggregates } from '../event-store/aggregate/aggregates.ts';
import type { Snapshots } from '../event-store/aggregate/snapshots.ts';
import type { StreamReader } from '../event-store/stream-reader.ts';
import type { UpcastingLog } from '../event-store/upcasting.ts';
import { createApi } from '../facade/express/create-api.ts';
import type { Logger } from '../facade/express/logger.ts';
import { authenticator, type TokenKeys } from '../facade/express/tokens.ts';
import {
  cancelReplay,
  pause,
  pendingReplays,
  previewReplay,
  projectionStatuses,
  requestReplay,
  resume,
} from '../projections/runner/control.ts';
import { serveQueries } from '../query-api/serve-queries.ts';
import { type Sounds, silence } from '../query-api/sound.ts';
import { allDeletionSteps } from './account-deletion.ts';
import { learnerStreams } from './learner-streams.ts';
import { requireLogInUse } from './log-in-use.ts';
import type { ProcessRole } from './setting-schemas.ts';

/** What the endpoints of a process need. */
export interface ApiDependencies {
  readonly roles: readonly ProcessRole[];
  readonly connection: Connection;
  /** Set in command processes. */
  readonly events: { readonly log: UpcastingLog; readonly snapshots: Snapshots } | undefined;
  /** Set in query processes. */
  readonly histories: StreamReader<LearnerEvents> | undefined;
  readonly keys: TokenKeys;
  /** Undefined: signing in with Google is switched off. */
  readonly google?: SignInProvider | undefined;
  readonly recaptcha?: RecaptchaKeys | undefined;
  /** Records the id of a deleted account outside the database. */
  readonly remember: AccountDeletion['remember'];
  /** Set in command processes. */
  readonly queueMail: QueueMail | undefined;
  /** Set in command processes. */
  readonly billing: BillingProvider | undefined;
  /** Starts the level policy job now; without this it starts within a minute. */
  readonly wakeLevelPolicyJob?: () => Promise<void>;
  /** Undefined: there are no sounds. */
  readonly sounds?: Sounds | undefined;
  /** The analytics provider counts visits, this server does not. */
  readonly analyticsAtProvider: boolean;
  readonly publicUrl: string;
  readonly contactAddress: string;
  readonly limits: RateLimits;
  /** The rate limit for one learner's commands. */
  readonly commandLimit: Limit;
  readonly logger: Logger;
}

/** The router of the endpoints that this process serves, with their dependencies. */
export function composeApi(dependencies: ApiDependencies): Router {
  const { roles, connection, events, queueMail, keys, logger } = dependencies;
  const report = (line: string) => logger.warn({}, line);
  const { db, pool } = connection;
  const log = events && requireLogInUse(events.log, pool);
  const api = createApi({
    served: [
      ...(roles.includes('command-api') ? (['command'] as const) : []),
      ...(roles.includes('query-api') ? (['query'] as const) : []),
    ],
    authenticate: authenticator(keys),
    isSessionActive: sessionCheck(pool),
    commandRate: commandRate(dependencies.commandLimit),
    ...(log && { logId: log.id }),
    logger,
  });

  if (roles.includes('query-api')) {
    if (!dependencies.histories) throw new Error("the query API needs the learners' own streams");
    serveQueries(api.serve, db, {
      histories: dependencies.histories,
      sounds: dependencies.sounds ?? silence,
      reports: {
        statuses: () => projectionStatuses(pool),
        pending: names => pendingReplays(pool, names),
        preview: names => previewReplay(pool, names),
        vocabularyModels,
      },
    });
  }
  if (roles.includes('command-api')) {
    if (!events || !log || !queueMail) throw new Error('the command API needs a log and a mail queue');
    const commands = aggregates(log, {
      snapshots: events.snapshots,
      report: (line, error) => logger.warn({ err: error }, line),
    });
    const isSubscribed = subscriptionsOf(commands);
    const histories = learnerStreams(events.log);
    const accessEnds = accessEndsOf(histories);
    const { publicUrl, contactAddress, limits } = dependencies;
    serveIdentity(api.serve, {
      db,
      pool,
      keys,
      queueMail,
      publicUrl,
      isSubscribed,
      limits,
      human: humanChecks({ key: keys[0].key, recaptcha: dependencies.recaptcha }),
      google: dependencies.google,
      accountDeletion: { steps: allDeletionSteps(dependencies), remember: dependencies.remember },
    });
    const chapters = chaptersIn(db);
    serveVocabulary(api.serve, {
      db,
      chapters,
      histories,
      aggregates: commands,
      isSubscribed,
      accessEnds,
      requestReplay: names => requestReplay(pool, names),
      wakeLevelPolicyJob: dependencies.wakeLevelPolicyJob ?? (async () => {}),
    });
    if (!dependencies.billing) throw new Error('the command API needs a payment provider');
    serveBilling(api.serve, {
      db,
      aggregates: commands,
      provider: dependencies.billing,
      publicUrl,
      mailDuplicate: duplicateMail({ db, queueMail, publicUrl }),
      log: report,
    });
    serveReading(api.serve, { db, chapters, aggregates: commands, isSubscribed, accessEnds });
    serveSettings(api.serve, { db });
    serveKept(api.serve, { db, chapters, isSubscribed });
    serveCatalogue(api.serve, { db });
    serveAutoSentence(api.serve, { db });
    servePeopleCommands(api.serve, { db, queueMail, publicUrl, log: report });
    serveProjectionControl(api.serve, {
      known: async () => (await projectionStatuses(pool)).map(({ projection }) => projection),
      rebuild: names => requestReplay(pool, names),
      cancel: names => cancelReplay(pool, names),
      pause: names => pause(pool, names),
      resume: names => resume(pool, names),
    });
    serveCollector(api.serve, {
      db,
      pool,
      limits,
      analyticsAtProvider: dependencies.analyticsAtProvider,
    });
    serveContact(api.serve, { db, pool, limits, contactAddress, queueMail });
  }
  api.assertServed();
  return api.router;
}
