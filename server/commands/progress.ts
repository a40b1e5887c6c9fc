/** `██████░░░░  60 %`; an unknown total shows an empty bar. */
export function bar(done: number, total: number, width = 24): string {
  const share = total > 0 ? Math.min(1, done / total) : 0;
  const full = Math.floor(share * width);
  return `${'█'.repeat(full)}${'░'.repeat(width - full)} ${String(Math.floor(share * 100)).padStart(3)} %`;
}

/** 5 s, 3 min 20 s, 2 h 5 min. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** A line that changes in place; `end` keeps its last text. */
export interface ProgressLine {
  readonly show: (line: string) => void;
  readonly end: () => void;
}

/** Milliseconds between two lines where a line cannot be overwritten, for example in a log file. */
const PLAIN_INTERVAL = 5_000;

/** A progress line on a terminal; elsewhere a new line every few seconds. */
export function progressOn(stream: Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>): ProgressLine {
  let shown = '';
  let written = Number.NEGATIVE_INFINITY;
  return {
    show(line) {
      shown = line;
      if (stream.isTTY) stream.write(`\r\u001b[K${line.slice(0, (stream.columns || 80) - 1)}`);
      else if (performance.now() - written >= PLAIN_INTERVAL) {
        written = performance.now();
        stream.write(`${line}\n`);
      }
    },
    end() {
      if (shown && stream.isTTY) stream.write('\n');
      shown = '';
    },
  };
}
