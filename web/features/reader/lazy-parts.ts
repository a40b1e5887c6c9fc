import { type ComponentType, lazy } from 'react';
import { whenIdle } from '../../shared/idle.ts';

/** Components that are not in the reader's first load. */

const loaders: (() => Promise<unknown>)[] = [];

/** The italics of explanations, otherwise loaded with the first answer. */
const loadItalics = () => document.fonts.load('italic 1em "Literata Variable"');

function lazyPart<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  loaders.push(load);
  return lazy(load);
}

export const Refused = lazyPart(() => import('../../shared/outbox/Refused.tsx'));
export const Tutorial = lazyPart(() => import('./level/Tutorial.tsx'));
export const SentenceView = lazyPart(() => import('./quiz/SentenceView.tsx'));
export const EndSummary = lazyPart(() => import('./overlays/EndSummary.tsx'));
export const LeaveDialog = lazyPart(() => import('./overlays/LeaveDialog.tsx'));
export const LevelUp = lazyPart(() => import('./level/LevelUp.tsx'));
export const TypePanel = lazyPart(() => import('./type/TypePanel.tsx'));
export const SoFar = lazyPart(() => import('./overlays/SoFar.tsx'));
export const HelpDialog = lazyPart(() => import('./bar/HelpDialog.tsx'));
export const ReportDialog = lazyPart(() => import('./bar/ReportDialog.tsx'));

/**
 * Loads all lazy components one after another while the browser is idle, so that they open at once, also without a connection.
 * @param last loaded after them
 * @returns cancels what has not begun
 */
export function loadParts(last: readonly (() => Promise<unknown>)[]): () => void {
  const waiting = [loadItalics, ...loaders, ...last];
  let cancel = () => {};
  const loadNext = () => {
    const load = waiting.shift();
    if (!load) return;
    cancel = whenIdle(() => {
      load()
        .catch(error => console.error('a part of the reader did not load', error))
        .finally(loadNext);
    });
  };
  loadNext();
  return () => {
    waiting.length = 0;
    cancel();
  };
}
