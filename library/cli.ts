/**
 * The library's tool for editors: `npm run library -- draft | check | ids | stats | proof | reused | uses | diff | compile | export`.
 * docs/authoring.md says when each is used.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { LibraryContent } from '../domain/catalogue/catalogue.ts';
import { chapterName } from './chapter-name.ts';
import { loadDictionaries } from './check/dictionaries.ts';
import { mostRepeats, usesOf } from './check/repeats.ts';
import { checkSpelling } from './check/spelling.ts';
import { compileSources } from './compile/compile.ts';
import { differences } from './diff/differences.ts';
import { drafted } from './draft/draft.ts';
import { exported } from './export/export.ts';
import { findings, type Problem, written } from './format/problems.ts';
import { fillIds } from './ids/fill.ts';
import { compileLibrary, readSources, sourcesDirectory } from './library.ts';
import { proofPage } from './proof/page.ts';
import { reusedQuestions, reusedText } from './proof/reused.ts';
import { proofText } from './proof/text.ts';
import { statistics } from './stats.ts';

const commands: Record<string, (parameters: readonly string[]) => void | Promise<void>> = {
  draft: ([path = '']) => {
    if (!existsSync(path))
      refused(`there is no file '${path}': name a file of plain text, a paragraph a line`);
    process.stdout.write(drafted(readFileSync(path, 'utf8'), readSources()));
  },
  check: async () => {
    const content = compiled();
    const found = findings();
    checkSpelling(readSources(), content, await loadDictionaries(), found);
    for (const problem of found.problems()) console.error(located(problem));
    if (found.problems().length > 0) refused(`${found.problems().length} words are misspelled.`);
    console.log(`The library is in order: ${summaryOf(content)}.`);
  },
  ids: () => {
    const found = findings();
    const { changed, added } = fillIds(readSources(), found);
    for (const problem of found.problems()) console.error(located(problem));
    for (const { path, text } of changed) writeFileSync(join(sourcesDirectory, path), text);
    console.log(`Ids added: ${added}. Files changed: ${changed.length}.`);
    if (found.problems().length > 0) process.exitCode = 1;
  },
  compile: () => {
    process.stdout.write(`${JSON.stringify(compiled(), null, 2)}\n`);
  },
  export: ([directory]) => {
    if (!directory) return refused("name a folder: 'npm run library -- export out'");
    const files = exported(compiled());
    mkdirSync(directory, { recursive: true });
    for (const { name, body } of files)
      writeFileSync(join(directory, name), `${JSON.stringify(body, null, 1)}\n`);
    console.log(`Wrote ${files.length} files to ${directory}; send them in the order of their names.`);
  },
  stats: () => {
    console.table(statistics(compiled(), readSources()));
  },
  diff: ([since = 'HEAD']) => {
    const lines = differences(editionOf(since), compiled());
    console.log(lines.length === 0 ? `Nothing differs from ${since}.` : lines.join('\n'));
  },
  proof: ([book = '', chapter = '']) => {
    const content = compiled();
    const found = chaptersNamed(content, book, chapter);
    if (found.length === 0)
      refused(`no chapter is '${book} ${chapter}': write 'proof platero 1', or 'proof' for all`);
    for (const one of found) {
      const name = chapterName(one, content);
      for (const [end, text] of [
        ['txt', proofText(one, content)],
        ['html', proofPage(one, content)],
      ] as const) {
        const path = join('proof', `${name.toLowerCase().replaceAll(' ', '-')}.${end}`);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text);
        console.log(path);
      }
    }
  },
  reused: ([word]) => {
    const questions = reusedQuestions(compiled());
    const wanted = word === undefined ? questions : questions.filter(one => one.word.toLowerCase() === word);
    if (wanted.length === 0) return refused(`no question of '${word}' is asked at several places`);
    console.log(reusedText(wanted));
  },
  uses: ([book = '', chapter = '', ...words]) => {
    const content = compiled();
    const [found] = chaptersNamed(content, book, chapter);
    if (!found || words.length === 0)
      return refused("name a chapter and words: 'npm run library -- uses don-quixote 3 wait promise'");
    for (const word of words) {
      const uses = usesOf(word, found);
      console.log(
        `'${word}' is a wrong option in ${uses.length} of at most ${mostRepeats} word questions of ${chapterName(found, content)}.`,
      );
      for (const { place, right, option } of uses) console.log(`  ${place} ${right}: ${option}`);
    }
  },
};

const command = commands[process.argv[2] ?? ''];
if (command) await command(process.argv.slice(3));
else {
  console.error(`Usage: npm run library -- ${Object.keys(commands).join(' | ')}`);
  process.exitCode = 2;
}

/** The chapters whose book's title contains `book`, with blanks or hyphens between its words; of a number, if there is one. */
function chaptersNamed(content: LibraryContent, book: string, number: string): LibraryContent['chapters'] {
  const title = book.toLowerCase().replaceAll('-', ' ');
  const books = content.books.filter(one => one.title.toLowerCase().includes(title)).map(({ id }) => id);
  return content.chapters.filter(
    ({ chapter }) => books.includes(chapter.bookId) && (number === '' || chapter.number === Number(number)),
  );
}

/** An earlier library: output of `compile` in a file, or the sources of a git revision. */
function editionOf(since: string): LibraryContent {
  if (since.endsWith('.json')) {
    // Old output has no merges.
    return { merges: [], ...JSON.parse(readFileSync(since, 'utf8')) };
  }
  const git = (...parameters: string[]) => {
    try {
      return execFileSync('git', parameters, {
        cwd: sourcesDirectory,
        encoding: 'utf8',
        maxBuffer: 1e8,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    } catch {
      return refused(`'${since}' is neither a revision of this repository nor a .json file.`);
    }
  };
  const files = git('ls-tree', '-r', '--name-only', since, '.')
    .split('\n')
    .filter(path => /\.(?:txt|ids)$/.test(path))
    .map(path => ({ path, text: git('show', `${since}:./${path}`) }));
  const compiledThen = compileSources(files);
  if ('content' in compiledThen) return compiledThen.content;
  return refused(
    `The library of ${since} cannot be compiled any more: print it there with 'npm run --silent library -- compile' and name the file.`,
  );
}

/** The content; exits with the problems if the library is refused. */
function compiled(): LibraryContent {
  const result = compileLibrary();
  for (const warning of result.warnings) console.error(`${located(warning)} (only a warning)`);
  if ('content' in result) return result.content;
  for (const problem of result.problems) console.error(located(problem));
  return refused(`The library is refused: ${result.problems.length} problems.`);
}

function refused(reason: string): never {
  console.error(reason);
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
