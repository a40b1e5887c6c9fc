import type { Place } from './lines.ts';

/** A problem in the source, with its place. */
export interface Problem extends Place {
  readonly reason: string;
}

/** Collects problems, so that an editor sees all at once. */
export interface Findings {
  /** The library is refused. */
  readonly refuse: (place: Place, reason: string) => void;
  /** A warning; the library is accepted. */
  readonly warn: (place: Place, reason: string) => void;
  /** Sorted by file, line and reason, each once. */
  readonly problems: () => readonly Problem[];
  readonly warnings: () => readonly Problem[];
}

export function findings(): Findings {
  const problems: Problem[] = [];
  const warnings: Problem[] = [];
  const into =
    (list: Problem[]) =>
    ({ file, line }: Place, reason: string) => {
      list.push({ file, line, reason });
    };
  return {
    refuse: into(problems),
    warn: into(warnings),
    problems: () => inOrder(problems),
    warnings: () => inOrder(warnings),
  };
}

function inOrder(problems: readonly Problem[]): readonly Problem[] {
  const sorted = [...problems].sort(
    (a, b) => compare(a.file, b.file) || a.line - b.line || compare(a.reason, b.reason),
  );
  return sorted.filter((problem, index) => {
    const before = sorted[index - 1];
    return !(
      before?.file === problem.file &&
      before.line === problem.line &&
      before.reason === problem.reason
    );
  });
}

/** By code point, so that the order is the same on every computer. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** One line for a person and for an editor that jumps to file:line. */
export function written({ file, line, reason }: Problem): string {
  return `${file}:${line}: ${reason}`;
}
