import type { LibraryContent } from '../../domain/catalogue/catalogue.ts';
import { compileSources } from '../compile/compile.ts';
import type { SourceFile } from '../format/lines.ts';
import { written } from '../format/problems.ts';

/** A library of one book with one chapter of one sentence, for specs. */
const texts: Readonly<Record<string, string>> = {
  'spanish/language.txt': 'name Spanish\niso es\n',
  'spanish/language.ids': 'title aaaaa2 Spanish\n',
  'spanish/lexicon/core.txt': `# stems
names Ana
com/cóm | verb | eat | comer | the short one
+ *Comer* is to eat.
~ mirar = look | *Mirar* needs no teeth, either.
~ beber = drink | *Beber* needs no teeth.
pan | noun | bread
+ *Pan* is what bakers make.
~ paño = cloth | One letter away.
~ vino = wine | It is poured.
no | adverb | not
+ *No* stands before the verb.
- now | That would be *ahora*.
- never | That would be *nunca*.
-o:I | verb | I (now)
-a:he | verb | he, she, it (now) | Verbs in *-ar*.
-e:he | verb | he, she, it (now)
+ The *-e* says that it is he or she, now.
-e:one | verb | one more
-lo | tied | it
+ *-lo* is 'it'.
~ -la = her | *-la* is feminine.
cell he now | he {s} | ar -a:he | er -e:he | near I now
cell I now | I {base} | ar -o:I | er -o:I
`,
  'spanish/lexicon/core.ids': `fragment baaaa2 Ana
fragment baaaa3 com
fragment baaaa4 pan
fragment baaaa5 no
fragment baaaa6 -e:he
fragment baaaa7 -e:one
fragment baaaa8 -lo
fragment baaaa9 -o:I
fragment baaab2 -a:he
`,
  'spanish/cuento/book.txt': `title Cuento
author Nadie
published 1900
level 1st Grade
chapters 2
source Written for this spec.
rights Free.
chapter 1 El pan
chapter 2 El fin
introduction 1 Ana is hungry.
`,
  'spanish/cuento/book.ids': 'title caaaa2 Cuento\n',
  'spanish/cuento/01-el-pan.txt': `chapter 1
part 1
sentence paragraph
text «¡Ana no come!», pan, ¿cómelo?
english 'Ana does not eat!', bread, does one eat it?
summary Ana is not hungry.
phrase no come | *No* stands before the verb.
+ *No come* is 'does not eat'.
- Ana eats, bread and all. | That would be *Ana come*.
- Ana does not eat bread, or does she? | That would be *no come pan*.
Ana
no
com-e:he = she eats
modern come
clause = Ana does not eat
+ *No* stands before the verb.
- Ana eats | That would be *Ana come*.
- I do not eat | That would be *no como*.
pan
cóm-e:one-lo = one eats it
+ *-lo* is 'it'.
- one eats | That would be *come*.
- one eats her | That would be *cómela*.
`,
  'spanish/cuento/01-el-pan.ids': `sentence daaaa2 eaaaa2 «¡Ana no come!», pan, ¿cómelo?
word daaaa3 eaaaa8 Ana
word daaaa4 eaaaa3 no
word daaaa5 eaaaa4 come
clause eaaaa5 Ana does not eat
word daaaa6 eaaaa6 pan
word daaaa7 eaaaa7 cómelo
`,
};

/** The fixture's files; a change replaces what must stand exactly once in its file. The edition follows the chapter. */
export function fixture(
  changes: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {},
): readonly SourceFile[] {
  const changed = ({ path, text }: SourceFile): SourceFile => ({
    path,
    text: (changes[path] ?? []).reduce((before, [from, to]) => {
      if (before.split(from).length !== 2) throw new Error(`'${from}' does not stand once in ${path}`);
      return before.replace(from, () => to);
    }, text),
  });
  const files = Object.entries(texts).map(([path, text]) => changed({ path, text }));
  const chapter = files.find(({ path }) => path === paths.chapter)?.text ?? '';
  return [...files, changed({ path: paths.edition, text: /^text (.*)$/m.exec(chapter)?.[1] ?? '' })];
}

/** The content of files that have no problems; throws the problems otherwise. */
export function contentOf(files = fixture()): LibraryContent {
  const compiled = compileSources(files);
  if ('content' in compiled) return compiled.content;
  throw new Error(compiled.problems.map(written).join('\n'));
}

/** Paths of the fixture's files. */
export const paths = {
  language: 'spanish/language.txt',
  lexicon: 'spanish/lexicon/core.txt',
  lexiconIds: 'spanish/lexicon/core.ids',
  book: 'spanish/cuento/book.txt',
  chapter: 'spanish/cuento/01-el-pan.txt',
  chapterIds: 'spanish/cuento/01-el-pan.ids',
  edition: 'spanish/cuento/text/01.txt',
} as const;
