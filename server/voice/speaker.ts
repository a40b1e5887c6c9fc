import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const program = join(import.meta.dirname, 'program.ts');

/** Longest time for one text, in milliseconds. Half a minute of speech takes about two seconds. */
const PATIENCE = 30_000;

/** A process that had nothing to say for so long ends, in milliseconds. */
const IDLE = 60_000;

/** Texts after which a process is replaced: each leaves some memory behind. */
const REPLACED_AFTER = 100;

/** Whether the voice is installed: it is an optional package. */
export function isInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('text2wav');
    return true;
  } catch {
    return false;
  }
}

export interface Speaker {
  /** One text after the other; rejects when the process died, or took too long. */
  readonly speak: (text: string) => Promise<Buffer>;
  readonly close: () => void;
}

/** The speaking process, started when there is something to say. */
export function openSpeaker(): Speaker {
  let child: ChildProcess | undefined;
  let said = 0;
  let idle: NodeJS.Timeout | undefined;
  const end = () => {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  };
  return {
    speak: async text => {
      clearTimeout(idle);
      if (said++ % REPLACED_AFTER === 0) end();
      child ??= fork(program, {
        execArgv: [],
        // Of the application's secrets it gets none.
        env: {},
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
      try {
        return await answered(child, said, text);
      } catch (error) {
        end();
        throw error;
      } finally {
        if (child) {
          idle = setTimeout(end, IDLE);
          idle.unref();
        }
      }
    },
    close: end,
  };
}

function answered(child: ChildProcess, id: number, text: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const over = (settle: () => void) => {
      clearTimeout(late);
      child.off('message', heard).off('exit', died).off('error', reject);
      settle();
    };
    const heard = (reply: { readonly id: number; readonly wav: Uint8Array }) => {
      if (reply.id !== id) return;
      const wav = Buffer.from(reply.wav);
      over(() =>
        wav.subarray(0, 4).toString('latin1') === 'RIFF'
          ? resolve(wav)
          : reject(new Error('the voice made no WAV file')),
      );
    };
    const died = (code: number | null, signal: string | null) =>
      over(() => reject(new Error(`the voice ended (${signal ?? code})`)));
    const late = setTimeout(() => over(() => reject(new Error('the voice took too long'))), PATIENCE);
    child.on('message', heard).on('exit', died).on('error', reject);
    child.send({ id, text });
  });
}
