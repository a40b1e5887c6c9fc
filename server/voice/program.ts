import { createRequire } from 'node:module';

/**
 * The program that makes speech: eSpeak NG (GPL-3.0) in a process of its own, which the server tells what to say and gets
 * a WAV file from (decision 45). It knows nothing of the application, nor the application of it.
 */

interface Said {
  readonly id: number;
  readonly text: string;
}

type Synthesizer = (text: string, options: Readonly<Record<string, string | number>>) => Promise<Uint8Array>;

// Its loader would try to fetch a file's path first, and complain.
Reflect.deleteProperty(globalThis, 'fetch');
const synthesize: Synthesizer = createRequire(import.meta.url)('text2wav');

process.on('message', async ({ id, text }: Said) => {
  // Castilian, a little slower than people speak: who listens is learning.
  const wav = await synthesize(text, { voice: 'es', speed: 140 });
  process.send?.({ id, wav });
});
process.on('disconnect', () => process.exit());
