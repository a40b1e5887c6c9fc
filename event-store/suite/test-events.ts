import { randomUUID } from 'node:crypto';
import type { Log, NewEvent, RecordedEvent } from '../log.ts';
import { pagesOf } from '../pages.ts';

/** A new category for a test, because the log may be shared with other tests. */
export function ownCategory(): string {
  return `suite${randomUUID().replaceAll('-', '')}`;
}

export function testEvent(data: Readonly<Record<string, unknown>> = {}, type = 'Happened'): NewEvent {
  const metadata = { commandId: randomUUID(), actor: 'system', at: '2026-01-02T03:04:05.678Z', schema: 1 };
  return { id: randomUUID(), type, data, metadata };
}

/** So many events numbered from `first` in `data.n`. */
export function numbered(count: number, first = 0): readonly NewEvent[] {
  return Array.from({ length: count }, (_, index) => testEvent({ n: first + index }));
}

export function numbersOf(events: readonly RecordedEvent[]): readonly unknown[] {
  return events.map(event => event.data['n']);
}

export function upTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** The whole stream, page by page. */
export async function wholeStream(log: Log, stream: string): Promise<readonly RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (;;) {
    const page = await log.readStream(stream, { after: events.length - 1 });
    if (page.length === 0) return events;
    events.push(...page);
  }
}

/** Events of a category after a position, page by page. */
export async function wholeCategory(log: Log, category: string, after: string): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const page of pagesOf(log, { after }))
    events.push(...page.filter(event => event.stream.startsWith(`${category}-`)));
  return events;
}
