import { BEGINNING, type Log, type Position, type RecordedEvent } from '../log.ts';
import { pagesOf } from '../pages.ts';
import { appendRun, runsOf } from './append-run.ts';
import { type Checksum, checksum } from './checksum.ts';

/** Progress of a move; the caller stores it so that an interrupted move resumes. */
export interface MoveCheckpoint {
  readonly source: string;
  readonly target: string;
  /** Everything up to this position was appended to the target. */
  readonly position: Position;
  readonly moved: number;
}

export interface CheckpointStore {
  load(): Promise<MoveCheckpoint | undefined>;
  save(checkpoint: MoveCheckpoint): Promise<void>;
}

export interface MoveProgress {
  readonly phase: 'moving' | 'verifying';
  readonly events: number;
}

/** The move cannot start, or its result is wrong. The message says what to do. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused';
}

/**
 * Copies every event of a log into an empty log, with the same ids and revisions, then reads both and compares count and
 * fingerprint. May be interrupted and called again: an event that was already appended is recognised by its id.
 * The order within a stream is exact; across streams it is kept page by page.
 * Nothing may be appended to the source during the move; this is detected.
 * @throws MoveRefused
 */
export async function moveLog(
  source: Log,
  target: Log,
  checkpoints: CheckpointStore,
  onProgress: (progress: MoveProgress) => void,
  signal?: AbortSignal,
): Promise<Checksum> {
  const [sourceId, targetId] = await Promise.all([source.id(), target.id()]);
  if (sourceId === targetId) throw new MoveRefused('both addresses lead to the same log');
  const known = await checkpoints.load();
  if (known && (known.source !== sourceId || known.target !== targetId))
    throw new MoveRefused(
      'an unfinished move between other logs is on record; finish it or remove its checkpoint',
    );
  if (!known && (await target.head()) !== BEGINNING)
    throw new MoveRefused('the target log is not empty; choose an empty one');

  let { position, moved } = known ?? { position: BEGINNING, moved: 0 };
  // Saved before the first event, so that a move that is killed in its first page is recognised as unfinished.
  await checkpoints.save({ source: sourceId, target: targetId, position, moved });
  for await (const page of pagesOf(source, { after: position, signal })) {
    await appendPage(target, page);
    position = page.at(-1)?.position ?? position;
    moved += page.length;
    await checkpoints.save({ source: sourceId, target: targetId, position, moved });
    onProgress({ phase: 'moving', events: moved });
  }

  const [before, after] = await Promise.all([
    checksumOf(source, signal),
    checksumOf(target, signal, events => onProgress({ phase: 'verifying', events })),
  ]);
  if ((await source.head()) !== position)
    throw new MoveRefused('the source log grew during the move: stop its writers and call again');
  if (before.events !== after.events || before.fingerprint !== after.fingerprint)
    throw new MoveRefused(
      `the logs differ: ${before.events} events ${before.fingerprint}, ${after.events} events ${after.fingerprint}`,
    );
  return after;
}

/** Runs of one stream are appended in order; different streams of a page in parallel. */
async function appendPage(target: Log, page: readonly RecordedEvent[]): Promise<void> {
  const streams = Map.groupBy(page, event => event.stream);
  await Promise.all(
    [...streams].map(async ([stream, events]) => {
      for (const run of runsOf(events))
        if (!(await appendRun(target, run)))
          throw new MoveRefused(`the target log holds other events than the source in stream ${stream}`);
    }),
  );
}

async function checksumOf(
  log: Log,
  signal?: AbortSignal,
  onProgress?: (events: number) => void,
): Promise<Checksum> {
  const sum = checksum();
  for await (const page of pagesOf(log, { signal })) {
    sum.add(page);
    onProgress?.(sum.result().events);
  }
  return sum.result();
}
