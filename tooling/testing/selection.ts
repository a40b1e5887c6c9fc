/** What `npm test -- …` runs. */
export interface Selection {
  readonly watch: boolean;
  /** Parts of paths; none: every file. */
  readonly files: readonly string[];
  /** A regular expression for names of tests. */
  readonly names: string | undefined;
}

/** What is part of the path of a spec names files; anything else is part of a test's name. */
export function selection(given: readonly string[], specs: readonly string[]): Selection {
  const words = given.filter(word => word !== '--watch').map(word => word.replace(/^\.\//, ''));
  const isPath = (word: string) => specs.some(path => path.includes(word));
  const names = words.filter(word => !isPath(word)).map(word => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return {
    watch: given.includes('--watch'),
    files: words.filter(isPath),
    names: names.length > 0 ? names.join('|') : undefined,
  };
}

/** The command that runs one test alone, or without a name all of its file. */
export function aloneCommand(path: string, name?: string): string {
  return `npm test -- ${path}${name === undefined ? '' : ` '${name.replaceAll("'", "'\\''")}'`}`;
}
