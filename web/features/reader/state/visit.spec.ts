// @vitest-environment jsdom
import { keys } from 'idb-keyval';
import { beforeEach, expect, test, vi } from 'vitest';
import { recordOf } from './record.ts';
import { keepVisit, loadVisit } from './visit.ts';

const address = { learner: 'ana', bookId: 'cuento', chapter: 1 };
const visit = { plan: { questions: [] } } as never;
const brought = { newFragments: ['ros'], knownCount: 3 };

beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it.
  document.cookie = 'session=1';
});

test("a visit is stored, and so is the learner's state at its beginning", async () => {
  keepVisit(address, visit);
  await vi.waitFor(async () => expect(await loadVisit(address)).toEqual(visit), { timeout: 120_000 });
  await recordOf(address, () => brought);
  expect(await recordOf(address, () => ({ newFragments: [], knownCount: 9 }))).toEqual(brought);
});

test('after a logout in another tab nothing of a visit is stored again', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server clears it.
  document.cookie = 'session=; max-age=0';
  keepVisit(address, visit);
  expect(await recordOf(address, () => brought)).toEqual(brought);
  expect(await keys()).toEqual([]);
});
