import { expect, test } from 'vitest';
import { defaultPrice, noSiteLinks, type Site } from '../../facade/site.ts';
import { renderPages } from './render.tsx';

async function textOfPages(more: Partial<Site> = {}): Promise<string> {
  const pages = await renderPages({ links: noSiteLinks, price: defaultPrice, ...more });
  return JSON.stringify(
    pages.map(({ title, description, structured, forVisitors, forSessions }) => [
      ...[title, description, structured],
      ...[forVisitors.html, forSessions.html],
    ]),
  );
}

test('no public page shows a book that the deployment leaves out, nor text of it', async () => {
  const ofPlatero = /Platero|Jiménez|Tiene acero|El camino sube|The road climbs/;
  const all = await textOfPages();
  expect(all).toMatch(ofPlatero);
  expect(all).toContain('Don Quixote');
  expect(all).toContain('Read Platero y Yo and Don Quixote in Spanish');
  const without = await textOfPages({ withoutBooks: ['Platero y Yo'] });
  expect(without).not.toMatch(ofPlatero);
  expect(without).toContain('Don Quixote');
  expect(without).toContain('Read Don Quixote in Spanish');
});
