import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const program = join(import.meta.dirname, 'program.ts');

/** Longest time for one text, in milliseconds. Half a minute of speech takes about two seconds. */
const TIMEOUT = 30_000;

/** A process that is idle for so long ends; in milliseconds. */
const IDLE = 60_000;

/** Number of texts after which a process is replaced, because it leaks memory. */
const TEXTS_PER_PROCESS = 100;

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
  /** Synthesizes one text at a time; rejects when the process ended or took too long. */
  readonly speak: (text: string) => Promise<Buffer>;
  readonly close: () => void;
}

/** The process of the synthesizer, started on the first request. */
export function openSpeaker(): Speaker {
  let child: ChildProcess | undefined;
  let requests = 0;
  let idle: NodeJS.Timeout | undefined;
  const end = () => {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  };
  return {
    speak: async text => {
      clearTimeout(idle);
      if (requests++ % TEXTS_PER_PROCESS === 0) end();
      child ??= fork(program, {
        execArgv: [],
        // None of the application's secrets.
        env: {},
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
      try {
        return await replyTo(child, requests, text);
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

function replyTo(child: ChildProcess, id: number, text: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      child.off('message', onReply).off('exit', onExit).off('error', reject);
      settle();
    };
    const onReply = (reply: { readonly id: number; readonly wav: Uint8Array }) => {
      if (reply.id !== id) return;
      const wav = Buffer.from(reply.wav);
      finish(() =>
        wav.subarray(0, 4).toString('latin1') === 'RIFF'
          ? resolve(wav)
          : reject(new Error('the voice made no WAV file')),
      );
    };
    const onExit = (code: number | null, signal: string | null) =>
      finish(() => reject(new Error(`the voice ended (${signal ?? code})`)));
    const timer = setTimeout(() => finish(() => reject(new Error('the voice took too long'))), TIMEOUT);
    child.on('message', onReply).on('exit', onExit).on('error', reject);
    child.send({ id, text });
  });
}
