import { type ComponentType, lazy } from 'react';

/** What opens on demand is no part of the reader's first load. */

const loaders: (() => Promise<unknown>)[] = [];

function part<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  loaders.push(load);
  return lazy(load);
}

export const Tutorial = part(() => import('./level/Tutorial.tsx'));
export const SentenceView = part(() => import('./quiz/SentenceView.tsx'));
export const EndSummary = part(() => import('./overlays/EndSummary.tsx'));
export const LeaveDialog = part(() => import('./overlays/LeaveDialog.tsx'));
export const LevelUp = part(() => import('./level/LevelUp.tsx'));
export const TypePanel = part(() => import('./type/TypePanel.tsx'));
export const SoFar = part(() => import('./overlays/SoFar.tsx'));
export const HelpDialog = part(() => import('./bar/HelpDialog.tsx'));
export const ReportDialog = part(() => import('./bar/ReportDialog.tsx'));

/** Loads all of it, so that nothing has to be waited for, and that a connection lost later takes nothing away. */
export function loadParts(): void {
  for (const load of loaders)
    load().catch(error => console.error('a part of the reader did not load', error));
}
