import core from 'mixpanel-browser/dist/mixpanel-core.cjs.js';
import { withdrawConsent } from '../../../facade/collect.ts';
import { confirmWithdrawal, consent, isWithdrawing } from '../../shared/consent/consent.ts';
import type { Session } from '../../shared/session/session.ts';
import { siteOfPage } from '../../shared/site.tsx';
import type { Campaign } from './campaign.ts';
import { configuration } from './configuration.ts';
import { pageShown } from './page-shown.ts';
import { isRecordable } from './recordable.ts';
import {
  clearRecordings,
  clearTraces,
  forgetDevices,
  forgetRecorded,
  knownDevices,
  rememberDevice,
  rememberRecorded,
  wasRecorded,
} from './traces.ts';

/** The package types its CommonJS build as if it had a default export. */
const mixpanel = core as unknown as typeof core.default;

const { analytics: provider } = siteOfPage();

/** After a stop it begins again with the next page load, because the client cannot be restarted reliably. */
let state: 'off' | 'on' | 'ended' = 'off';
let end = () => {};
let queue = Promise.resolve();

/** Applies the choice; calls are serialized. */
export function followChoice(session: Session, campaign: Campaign): void {
  queue = queue
    .then(async () => {
      if (isWithdrawing() || consent() === 'refused') await withdraw(session);
      else if (consent() !== 'undecided' && state !== 'ended') await start(session, campaign);
    })
    .catch(error => console.error('analytics', error));
}

async function start(session: Session, campaign: Campaign): Promise<void> {
  // Must exist before the client starts, which at once continues a recording that a reload interrupted.
  if (consent() === 'recordings' || wasRecorded()) await import('./recorder.ts');
  if (state === 'off') {
    mixpanel.init(provider?.token ?? 'camino', configuration(location, provider));
    state = 'on';
    mixpanel.register_once(campaign);
    remember();
    identify(session);
    const unsubscribe = session.subscribe(() => identify(session));
    const show = () => {
      mixpanel.track('Page viewed', { path: location.pathname });
      record();
    };
    addEventListener(pageShown, show);
    end = () => {
      unsubscribe();
      removeEventListener(pageShown, show);
    };
    show();
  } else record();
  if (consent() === 'visits' && wasRecorded()) await withdrawRecordings(session);
}

function remember(): void {
  rememberDevice(String(mixpanel.get_property('$device_id')));
}

/** This page load has recorded. */
let hasRecorded = false;

/** Records on pages where it is allowed, and ends the recording on others. */
function record(): void {
  if (consent() === 'recordings' && isRecordable(location.pathname)) {
    rememberRecorded();
    hasRecorded = true;
    mixpanel.start_session_recording();
  } else mixpanel.stop_session_recording();
}

let known: string | undefined;

/** Spec 4: the identity is the username, with a property for the subscription; the campaign is saved once. */
function identify(session: Session): void {
  const { status, username, subscribed, resettingPassword, accessToken } = session.auth();
  const before: unknown = mixpanel.get_property('$user_id');
  const isIn = status === 'signed-in' && !resettingPassword;
  // The next person at this browser may be another one.
  if (before !== undefined && (status === 'signed-out' || (isIn && before !== username))) {
    mixpanel.reset();
    known = undefined;
    remember();
    record();
  }
  // The token is only for our collector, which takes the username from it.
  if (!provider)
    mixpanel.set_config({
      xhr_headers: isIn && accessToken !== null ? { Authorization: `Bearer ${accessToken}` } : {},
    });
  const now = `${username} ${subscribed}`;
  if (!isIn || username === null || known === now) return;
  known = now;
  mixpanel.identify(username);
  mixpanel.people.set({ subscribed });
  const campaign = storedCampaign();
  if (Object.keys(campaign).length === 0) return;
  mixpanel.people.set_once(campaign);
  for (const name of Object.keys(campaign)) mixpanel.unregister(name);
}

function storedCampaign(): Campaign {
  const names = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'];
  return Object.fromEntries(
    names.flatMap(name => {
      const value: unknown = mixpanel.get_property(name);
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

/** Stops, clears, and lets the server delete the collected data; if that fails, the next page load tries again. */
async function withdraw(session: Session): Promise<void> {
  if (state === 'on') {
    state = 'ended';
    end();
    mixpanel.opt_out_tracking({ delete_user: false });
    await mixpanel.stop_session_recording();
  }
  await clearTraces();
  if (!isWithdrawing()) return;
  await whenKnown(session);
  await session.client.call(withdrawConsent, { body: { devices: [...knownDevices()] } });
  forgetDevices();
  confirmWithdrawal();
}

/**
 * Withdraws recordings only. If it fails, the next page load tries again. It does so in any case if this one has recorded,
 * because a part of the recording may arrive after its deletion.
 */
async function withdrawRecordings(session: Session): Promise<void> {
  await mixpanel.stop_session_recording();
  await clearRecordings();
  await whenKnown(session);
  await session.client.call(withdrawConsent, { body: { devices: [...knownDevices()], only: 'recordings' } });
  if (!hasRecorded) forgetRecorded();
}

/** Resolves when the session is known. */
function whenKnown(session: Session): Promise<void> {
  return new Promise(resolve => {
    const look = () => {
      if (session.auth().status === 'loading') return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = session.subscribe(look);
    look();
  });
}
