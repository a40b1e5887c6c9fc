/**
 * The library's tool for editors: `npm run library -- check | ids | compile | stats`.
 * check says what is wrong, ids gives ids to what has none, compile prints the content as JSON, stats counts.
 */
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { LibraryContent } from '../domain/catalogue/catalogue.ts';
import { type Problem, written } from './check/problems.ts';
import { fillIds } from './ids.ts';
import { compileLibrary, readSources, sourcesDirectory } from './library.ts';
import { statistics } from './stats.ts';

const commands: Record<string, () => void> = {
  check: () => {
    const content = compiled();
    console.log(`The library is in order: ${summaryOf(content)}.`);
  },
  ids: () => {
    const { changed, added } = fillIds(readSources());
    for (const { path, text } of changed) writeFileSync(join(sourcesDirectory, path), text);
    console.log(added === 0 ? 'Every line has its id.' : `${added} ids added in ${changed.length} files.`);
  },
  compile: () => {
    process.stdout.write(`${JSON.stringify(compiled(), null, 2)}\n`);
  },
  stats: () => {
    console.table(statistics(compiled()));
  },
};

const command = commands[process.argv[2] ?? ''];
if (command) command();
else {
  console.error(`Usage: npm run library -- ${Object.keys(commands).join(' | ')}`);
  process.exitCode = 2;
}

/** The content; where the library is refused, prints why and ends. */
function compiled(): LibraryContent {
  const result = compileLibrary();
  for (const warning of result.warnings) console.error(`${located(warning)} (only a warning)`);
  if ('content' in result) return result.content;
  for (const problem of result.problems) console.error(located(problem));
  console.error(`The library is refused: ${result.problems.length} problems.`);
  process.exit(1);
}

function located(problem: Problem): string {
  return written({ ...problem, file: relative(process.cwd(), join(sourcesDirectory, problem.file)) });
}

function summaryOf({ chapters, fragments }: LibraryContent): string {
  const sum = (count: (chapter: LibraryContent['chapters'][number]) => number) =>
    chapters.reduce((total, chapter) => total + count(chapter), 0);
  return [
    `${chapters.length} chapters`,
    `${sum(({ sentences }) => sentences.length)} sentences`,
    `${sum(({ wordInstances }) => wordInstances.length)} words`,
    `${sum(({ questions }) => questions.length)} questions`,
    `${fragments.length} fragments`,
  ].join(', ');
}
