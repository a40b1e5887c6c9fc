import { useEffect } from 'react';
import type { Preferences } from './preferences.ts';

/** OpenDyslexic is as large as the reader itself, so it is loaded when it is chosen. */
export function useFace(face: Preferences['face']): void {
  useEffect(() => {
    if (face !== 'dyslexic') return;
    import('@fontsource/opendyslexic').catch(error => console.error('OpenDyslexic did not load', error));
  }, [face]);
}
