import type { SourceFile } from '../format/lines.ts';

/** A library of one book with one chapter of one sentence, for specs. */
const texts: Readonly<Record<string, string>> = {
  'spanish/language.txt': 'name Spanish [aaaaa2]\niso es\n',
  'spanish/fragments.txt': `# stems
Ana | proper noun | Ana [baaaa2]
com/cóm | verb | eat | comer | the short one [baaaa3]
pan | noun | bread [baaaa4]
no | adverb | not [baaaa5]
-e:he | he, she, it (now) [baaaa6]
-e:one | one more [baaaa7]
-lo | it [baaaa8]
`,
  'spanish/cuento/book.txt': `title Cuento [caaaa2]
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
  'spanish/cuento/01-el-pan.txt': `chapter 1
part 1
section 1
sentences 1
sentence paragraph [daaaa2]
text «¡Ana no come!», pan, ¿cómelo?
english 'Ana does not eat!', bread, does one eat it?
summary Ana is not hungry.
phrase no come | *No* stands before the verb.
+ *No come* is 'does not eat'. [eaaaa2]
- Ana eats, bread and all. | That would be *Ana come*.
- Ana does not eat bread, or does she? | That would be *no come pan*.
word Ana [daaaa3]
word no = not [daaaa4]
+ *No* stands before the verb. [eaaaa3]
- now | That would be *ahora*.
- never | That would be *nunca*.
word com-e:he = she eats [daaaa5]
modern come
+ The *-e* is for she. [eaaaa4]
- I eat | That would be *como*.
- she ate | That would be *comió*.
clause Ana no come = Ana does not eat
+ *No* stands before the verb. [eaaaa5]
- Ana eats | That would be *Ana come*.
- I do not eat | That would be *no como*.
word pan = bread [daaaa6]
+ *Pan* is bread. [eaaaa6]
- pan | That would be *sartén*.
- cloth | That would be *paño*.
word cóm-e:one-lo = one eats it [daaaa7]
+ *-lo* is 'it'. [eaaaa7]
- one eats | That would be *come*.
- one eats her | That would be *cómela*.
`,
};

/** The fixture's files; a change replaces what must stand exactly once in its file. */
export function fixture(
  changes: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {},
): readonly SourceFile[] {
  return Object.entries(texts).map(([path, text]) => {
    let changed = text;
    for (const [from, to] of changes[path] ?? []) {
      if (changed.split(from).length !== 2) throw new Error(`'${from}' does not stand once in ${path}`);
      changed = changed.replace(from, () => to);
    }
    return { path, text: changed };
  });
}

/** Paths of the fixture's files. */
export const paths = {
  language: 'spanish/language.txt',
  fragments: 'spanish/fragments.txt',
  book: 'spanish/cuento/book.txt',
  chapter: 'spanish/cuento/01-el-pan.txt',
} as const;
