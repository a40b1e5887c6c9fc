import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSpeaker, type Speaker } from './speaker.ts';
import { openVoice } from './voice.ts';

async function folder(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'camino-voice-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

async function open(directory: string, options: Partial<Parameters<typeof openVoice>[1]> = {}) {
  const voice = await openVoice(directory, { report: () => {}, ...options });
  if (!voice) throw new Error('text2wav is not installed');
  onTestFinished(() => voice.close());
  return voice;
}

/** Counts what the real speaker is asked to say. */
function counted() {
  const speaker = openSpeaker();
  const said: string[] = [];
  const counting: Speaker = {
    ...speaker,
    speak: text => {
      said.push(text);
      return speaker.speak(text);
    },
  };
  return { said, counting };
}

/** Seconds of a WAV file, from its own head. */
function lengthOf(wav: Buffer | undefined): number {
  if (!wav) throw new Error('the voice said nothing');
  expect(wav.toString('latin1', 0, 4) + wav.toString('latin1', 8, 12)).toBe('RIFFWAVE');
  return wav.readUInt32LE(40) / wav.readUInt32LE(28);
}

test('a text becomes a WAV file, once for all who ask for it at the same time and later', async () => {
  const directory = await folder();
  const { said, counting } = counted();
  const { say } = await open(directory, { speaker: counting });
  const [one, other] = await Promise.all([say('algodón', 'word'), say('algodón', 'word')]);
  expect(lengthOf(one)).toBeGreaterThan(0.2);
  expect(other).toEqual(one);
  expect(await say('algodón', 'word')).toEqual(one);
  expect(said).toEqual(['algodón']);
  const again = counted();
  const next = await open(directory, { speaker: again.counting });
  expect(await next.say('algodón', 'word')).toEqual(one);
  expect(again.said).toEqual([]);
});

test('what looks like an option is only read out', async () => {
  const { say } = await open(await folder());
  expect(lengthOf(await say('--version', 'word'))).toBeGreaterThan(0.2);
  expect(lengthOf(await say('—¡Ven acá! -v en', 'word'))).toBeGreaterThan(0.2);
});

test('too many at once are told to come back, words before sentences, and what is kept stays within its bound', async () => {
  const directory = await folder();
  const bound = 200_000;
  const { say } = await open(directory, { kept: bound });
  const texts = Array.from({ length: 25 }, (_, index) => `palabra ${index}`);
  const words = texts.map(text => say(text, 'word'));
  const sentences = texts.map(text => say(`Una ${text}.`, 'sentence'));
  const refused = async (said: readonly ReturnType<typeof say>[]) =>
    (await Promise.all(said)).filter(one => one === undefined).length;
  expect([await refused(words), await refused(sentences)]).toEqual([15, 15]);
  const names = await readdir(join(directory, 'voice'));
  const sizes = await Promise.all(names.map(async name => (await stat(join(directory, 'voice', name))).size));
  expect(sizes.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(bound);
});

test('what was said before is heard while the queue is full', async () => {
  const { say } = await open(await folder());
  const first = await say('algodón', 'word');
  const waiting = Array.from({ length: 10 }, (_, index) => say(`palabra ${index}`, 'word'));
  expect(await say('algodón', 'word')).toEqual(first);
  await Promise.all(waiting);
});

test('a voice that died is started again', async () => {
  const directory = await folder();
  const real = openSpeaker();
  let fails = true;
  const reports: string[] = [];
  const { say } = await open(directory, {
    report: line => reports.push(line),
    speaker: {
      ...real,
      speak: text => {
        const said = real.speak(text);
        if (fails) real.close();
        fails = false;
        return said;
      },
    },
  });
  expect(await say('hola', 'word')).toBeUndefined();
  expect(reports).toEqual(['the voice ended (SIGKILL)']);
  expect(lengthOf(await say('hola', 'word'))).toBeGreaterThan(0.2);
});
