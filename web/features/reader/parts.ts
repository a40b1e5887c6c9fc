import { type ComponentType, lazy } from 'react';
import { whenIdle } from '../../shared/idle.ts';

/** What opens on demand is no part of the reader's first load. */

const loaders: (() => Promise<unknown>)[] = [];

/** Of the explanations: the first answer would wait for it. */
const loadItalics = () => document.fonts.load('italic 1em "Literata Variable"');

function part<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  loaders.push(load);
  return lazy(load);
}

export const Refused = part(() => import('../../shared/outbox/Refused.tsx'));
export const Tutorial = part(() => import('./level/Tutorial.tsx'));
export const SentenceView = part(() => import('./quiz/SentenceView.tsx'));
export const EndSummary = part(() => import('./overlays/EndSummary.tsx'));
export const LeaveDialog = part(() => import('./overlays/LeaveDialog.tsx'));
export const LevelUp = part(() => import('./level/LevelUp.tsx'));
export const TypePanel = part(() => import('./type/TypePanel.tsx'));
export const SoFar = part(() => import('./overlays/SoFar.tsx'));
export const HelpDialog = part(() => import('./bar/HelpDialog.tsx'));
export const ReportDialog = part(() => import('./bar/ReportDialog.tsx'));

/**
 * Loads all of it, one after another while nothing else is to be done: nothing has to be waited for later, and a
 * connection that is lost takes nothing away.
 * @param last what follows
 * @returns takes back what was not begun
 */
export function loadParts(last: readonly (() => Promise<unknown>)[]): () => void {
  const waiting = [loadItalics, ...loaders, ...last];
  let takeBack = () => {};
  const loadNext = () => {
    const load = waiting.shift();
    if (!load) return;
    takeBack = whenIdle(() => {
      load()
        .catch(error => console.error('a part of the reader did not load', error))
        .finally(loadNext);
    });
  };
  loadNext();
  return () => {
    waiting.length = 0;
    takeBack();
  };
}
