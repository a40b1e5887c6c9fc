import { createRequire } from 'node:module';

/**
 * The speech synthesizer: eSpeak NG (GPL-3.0) in a process of its own, which receives a text and returns a WAV file
 * (decision 45). It shares no code with the application.
 */

interface SpeakRequest {
  readonly id: number;
  readonly text: string;
}

type Synthesizer = (text: string, options: Readonly<Record<string, string | number>>) => Promise<Uint8Array>;

// With `fetch` its loader would first try to fetch a file's path, and print an error.
Reflect.deleteProperty(globalThis, 'fetch');
const synthesize: Synthesizer = createRequire(import.meta.url)('text2wav');

process.on('message', async ({ id, text }: SpeakRequest) => {
  // Castilian, a little slower than normal speech, for learners.
  const wav = await synthesize(text, { voice: 'es', speed: 140 });
  process.send?.({ id, wav });
});
process.on('disconnect', () => process.exit());
