import { BEGINNING, type Log, PAGE, type Position, type RecordedEvent } from './log.ts';

/** Events of the log above a position, page by page, up to its head. @throws Unavailable, or the signal's reason */
export async function* pagesOf(
  log: Log,
  {
    after = BEGINNING,
    signal,
  }: { readonly after?: Position; readonly signal?: AbortSignal | undefined } = {},
): AsyncGenerator<readonly RecordedEvent[]> {
  for (let position = after; ; ) {
    signal?.throwIfAborted();
    const page = await log.readAll({ after: position, limit: PAGE });
    const last = page.at(-1);
    if (!last) return;
    yield page;
    position = last.position;
  }
}
