import { readChapter } from '../format/chapter.ts';
import { nameOf } from '../format/entry.ts';
import { readLexicon } from '../format/lexicon.ts';
import { rawLines, type SourceFile } from '../format/lines.ts';
import type { Findings } from '../format/problems.ts';
import { layoutOf } from '../layout.ts';
import { carryOver, shapeOf } from './assign.ts';
import { type IdsFile, idsPath, readIds, sentenceLines } from './file.ts';
import { idPattern, newId } from './id.ts';

/**
 * Updates the ids files: existing parts keep their ids, new ones get one, and ids of removed ones are recorded so that they
 * are never reused.
 * @returns the ids files that changed, and how many ids were added; problems of reading go to `found`
 */
export function fillIds(
  files: readonly SourceFile[],
  found: Findings,
  create: () => string = newId,
): { readonly changed: readonly SourceFile[]; readonly added: number } {
  const layout = layoutOf(files, found);
  const read = new Map<string, IdsFile>(
    files.filter(({ path }) => path.endsWith('.ids')).map(file => [file.path, readIds(file, found)]),
  );
  const taken = new Set([...read.values()].flatMap(({ all }) => all.map(({ id }) => id)));
  let added = 0;
  const fresh = () => {
    let id = create();
    while (taken.has(id) || !idPattern.test(id)) id = create();
    taken.add(id);
    added++;
    return id;
  };
  const idsOf = ({ path }: SourceFile): IdsFile =>
    read.get(idsPath(path)) ?? readIds({ path: idsPath(path), text: '' }, found);
  const changed: SourceFile[] = [];
  const write = (source: SourceFile, lines: readonly string[]) => {
    const path = idsPath(source.path);
    const text = lines.length === 0 ? '' : `${lines.join('\n')}\n`;
    if ((layout.file(path)?.text ?? '') !== text) changed.push({ path, text });
  };
  const titled = (source: SourceFile, field: string) => {
    const name = rawLines(source.text).find(line => line.startsWith(`${field} `)) ?? '';
    write(source, [`title ${idsOf(source).title ?? fresh()} ${name.slice(field.length + 1).trim()}`]);
  };

  for (const { language, lexicon, books } of layout.languages) {
    titled(language, 'name');
    const known = new Map<string, string>();
    const doubled = new Map<string, string>();
    for (const file of lexicon)
      for (const [name, { id }] of idsOf(file).fragments) {
        const first = known.get(name);
        if (first === undefined) known.set(name, id);
        else doubled.set(id, first);
      }
    const named = new Set(readLexicon(lexicon, found).entries.map(nameOf));
    const homeOf = new Map(
      lexicon
        .flatMap(file =>
          readLexicon([file], ignored).entries.map(entry => [nameOf(entry), file.path] as const),
        )
        .reverse(),
    );
    for (const file of lexicon) {
      const before = idsOf(file);
      const lines: string[] = [];
      for (const [name, { id, at }] of before.fragments) {
        if (doubled.has(id)) lines.push(`merged ${id} into ${doubled.get(id)}`);
        else lines.push(`fragment ${id} ${name}`);
        if (!named.has(name) && !doubled.has(id))
          found.refuse(
            at,
            `the lexicon has no '${name}' any more: write here what it became, 'fragment ${id} its-new-name', 'split ${id} ${name}' below its new name, 'merged ${id} into ID' or 'retired ${id} ${name}'`,
          );
      }
      for (const [id, { into }] of before.merged) lines.push(`merged ${id} into ${into}`);
      for (const [id, name] of before.split) lines.push(`split ${id} ${name}`);
      for (const [id, { name }] of before.retired) lines.push(`retired ${id} ${name}`);
      for (const name of named)
        if (!known.has(name) && homeOf.get(name) === file.path) lines.push(`fragment ${fresh()} ${name}`);
      write(file, lines);
    }
    for (const { file, chapters } of books) {
      titled(file, 'title');
      for (const chapter of chapters) {
        const before = idsOf(chapter);
        const { sentences, gone } = carryOver(shapeOf(readChapter(chapter, found)), before.sentences, fresh);
        write(chapter, [
          ...sentences.flatMap(sentenceLines),
          ...[...before.gone, ...gone].map(id => `gone ${id}`),
        ]);
      }
    }
  }
  return { changed, added };
}

const ignored: Findings = { refuse: () => {}, warn: () => {}, problems: () => [], warnings: () => [] };
