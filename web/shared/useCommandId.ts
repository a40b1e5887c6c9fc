import { useCallback, useRef } from 'react';
import { v7 as uuidv7 } from 'uuid';

/**
 * The command id for what a form sends: the same id while the same content is sent again, so that a command whose reply was
 * lost is not done twice.
 */
export function useCommandId(): (content: unknown) => string {
  const last = useRef<{ readonly content: string; readonly id: string }>(undefined);
  return useCallback(content => {
    const written = JSON.stringify(content);
    if (last.current?.content !== written) last.current = { content: written, id: uuidv7() };
    return last.current.id;
  }, []);
}
