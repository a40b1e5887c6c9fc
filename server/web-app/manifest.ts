/** Vite's manifest: the chunks of a build, by source file relative to `web/`. */
export type Manifest = Readonly<
  Record<
    string,
    {
      readonly file: string;
      readonly css?: readonly string[];
      readonly imports?: readonly string[];
      readonly dynamicImports?: readonly string[];
      readonly isEntry?: boolean;
    }
  >
>;

/**
 * Chunks that import each other in a cycle, in order; undefined when there are none. Without cycles every module runs
 * after those it imports, in whatever chunk they are.
 */
export function cycleIn(manifest: Manifest): readonly string[] | undefined {
  const done = new Set<string>();
  const find = (source: string, path: readonly string[]): readonly string[] | undefined => {
    const before = path.indexOf(source);
    if (before >= 0) return [...path.slice(before), source];
    if (done.has(source)) return undefined;
    for (const imported of manifest[source]?.imports ?? []) {
      const cycle = find(imported, [...path, source]);
      if (cycle) return cycle;
    }
    done.add(source);
    return undefined;
  };
  for (const source of Object.keys(manifest)) {
    const cycle = find(source, []);
    if (cycle) return cycle;
  }
  return undefined;
}

/**
 * The built files of some sources and of everything they import, without those that index.html links already.
 * @throws Error when the build has no chunk of a source
 */
export function assetsOf(
  manifest: Manifest,
  sources: readonly string[],
): { readonly styles: readonly string[]; readonly scripts: readonly string[] } {
  const styles = new Set<string>();
  const scripts = new Set<string>();
  const linked = new Set<string>();
  const add = (source: string, by: (file: string, css: readonly string[]) => void, seen: Set<string>) => {
    if (seen.has(source)) return;
    seen.add(source);
    const chunk = manifest[source];
    if (!chunk) throw new Error(`the build has no chunk of ${source}`);
    for (const imported of chunk.imports ?? []) add(imported, by, seen);
    by(chunk.file, chunk.css ?? []);
  };
  const entries = Object.keys(manifest).filter(source => manifest[source]?.isEntry);
  const entrySources = new Set<string>();
  for (const entry of entries)
    add(entry, (file, css) => [file, ...css].forEach(one => void linked.add(one)), entrySources);
  const seen = new Set(entrySources);
  for (const source of sources)
    add(
      source,
      (file, css) => {
        scripts.add(file);
        for (const style of css) styles.add(style);
      },
      seen,
    );
  const notLinked = (files: ReadonlySet<string>) => [...files].filter(file => !linked.has(file));
  return { styles: notLinked(styles), scripts: notLinked(scripts) };
}
