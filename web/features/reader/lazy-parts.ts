import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, useContext, useEffect } from 'react';
import { whenIdle } from '../../shared/idle.ts';
import { PrefetchPage } from '../../shared/prefetch-page.ts';
import { useSessionActions } from '../../shared/session.tsx';
import { loadSentenceSound, loadWordSheet } from './sentence/SentenceText.tsx';

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
 * Loads the rest of the reader, the library's page, and what the device keeps of the chapter, so that everything works if the
 * connection is lost.
 * @param isShown the first question is shown; nothing is loaded before
 */
export function useParts(isShown: boolean, learner: string): void {
  const prefetchPage = useContext(PrefetchPage);
  const session = useSessionActions();
  const queries = useQueryClient();
  useEffect(() => {
    if (!isShown) return;
    const keepChapter = async () => {
      const { keepOnDevice } = await import('../../shared/device/keep-on-device.ts');
      keepOnDevice(session, queries, learner);
    };
    return loadParts([
      keepChapter,
      loadSentenceSound,
      async () => (await loadWordSheet()).loadBeside(),
      async () => prefetchPage('/library'),
    ]);
  }, [isShown, prefetchPage, session, queries, learner]);
}

/**
 * Loads all lazy components one after another while the browser is idle, so that they open at once, also without a connection.
 * @param last loaded after them
 * @returns cancels what has not begun
 */
function loadParts(last: readonly (() => Promise<unknown>)[]): () => void {
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
