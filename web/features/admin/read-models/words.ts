import type { Projection } from './queries.ts';

/** 'known-counts' as a title. */
export function titleOf(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

export const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

export function durationText(seconds: number): string {
  if (seconds < 1) return 'less than a second';
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3_600).toFixed(1)} h`;
}

/** The text of a rebuild's estimate: events, and approximate duration. */
export function previewText(
  found: readonly { readonly events: number; readonly seconds: number | null }[],
): string {
  const events = found.reduce((sum, one) => sum + one.events, 0);
  const seconds = found.reduce<number | null>(
    (sum, one) => (sum === null || one.seconds === null ? null : sum + one.seconds),
    0,
  );
  const long =
    seconds === null
      ? 'How long is not known: no rebuild was long enough to be measured.'
      : `It takes about ${durationText(seconds)}.`;
  return `${whole.format(events)} events are read. ${long}`;
}

/** The state in one word. A live model whose replacement is being built is 'Booting'. */
export function stateOf({ state, running, rebuild }: Projection): {
  readonly word: 'Active' | 'Booting' | 'Paused' | 'Failed' | 'Not running' | 'New';
  readonly icon: 'check' | 'again' | 'pause' | 'alert';
  readonly tone: 'right' | 'busy' | 'off' | 'wrong';
} {
  if (state === 'Failed' || rebuild?.state === 'Failed')
    return { word: 'Failed', icon: 'alert', tone: 'wrong' };
  if (state === 'Paused') return { word: 'Paused', icon: 'pause', tone: 'off' };
  if (!running && state !== 'New') return { word: 'Not running', icon: 'alert', tone: 'wrong' };
  if (rebuild) return { word: 'Booting', icon: 'again', tone: 'busy' };
  if (state === 'Active') return { word: 'Active', icon: 'check', tone: 'right' };
  return { word: state === 'New' ? 'New' : 'Booting', icon: 'again', tone: 'busy' };
}

/** A summary of all models. */
export function summaryOf(events: number, all: readonly Projection[]): string {
  const stopped = all.filter(isStopped).length;
  const late = all.filter(one => one.behind > 0 && !isStopped(one)).length;
  const parts = [
    ...(late > 0 ? [`${counted(late)} it late`] : []),
    ...(stopped > 0 ? [`${stopped === 1 ? 'one has' : `${stopped} have`} stopped`] : []),
  ];
  const rest = parts.length === 0 ? 'All follow it.' : sentence(parts.join(', '));
  return `The log stands at ${whole.format(events)} events. ${rest}`;
}

const isStopped = (one: Projection) => ['Failed', 'Paused', 'Not running'].includes(stateOf(one).word);
const counted = (number: number) => (number === 1 ? 'one follows' : `${number} follow`);
const sentence = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
