import { useEffect } from 'react';
import type { Preferences } from './preferences.ts';

/** OpenDyslexic weighs as much as the reader itself: it is loaded once somebody chooses it. */
export function useFace(face: Preferences['face']): void {
  useEffect(() => {
    if (face !== 'dyslexic') return;
    import('@fontsource/opendyslexic').catch(error => console.error('OpenDyslexic did not load', error));
  }, [face]);
}
