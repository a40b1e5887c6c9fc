/** What the build says of its chunks, by source file relative to `web/` (Vite's manifest). */
export type Manifest = Readonly<
  Record<
    string,
    {
      readonly file: string;
      readonly css?: readonly string[];
      readonly imports?: readonly string[];
      readonly isEntry?: boolean;
    }
  >
>;

/**
 * The files that some sources come in, with all they import, apart from what index.html names already.
 * @throws Error when the build has no chunk of a source
 */
export function neededBy(
  manifest: Manifest,
  sources: readonly string[],
): { readonly styles: readonly string[]; readonly scripts: readonly string[] } {
  const styles = new Set<string>();
  const scripts = new Set<string>();
  const named = new Set<string>();
  const add = (source: string, by: (file: string, css: readonly string[]) => void, seen: Set<string>) => {
    if (seen.has(source)) return;
    seen.add(source);
    const chunk = manifest[source];
    if (!chunk) throw new Error(`the build has no chunk of ${source}`);
    for (const imported of chunk.imports ?? []) add(imported, by, seen);
    by(chunk.file, chunk.css ?? []);
  };
  const entries = Object.keys(manifest).filter(source => manifest[source]?.isEntry);
  const ofEntry = new Set<string>();
  for (const entry of entries)
    add(entry, (file, css) => [file, ...css].forEach(one => void named.add(one)), ofEntry);
  const seen = new Set(ofEntry);
  for (const source of sources)
    add(
      source,
      (file, css) => {
        scripts.add(file);
        for (const style of css) styles.add(style);
      },
      seen,
    );
  const fresh = (files: ReadonlySet<string>) => [...files].filter(file => !named.has(file));
  return { styles: fresh(styles), scripts: fresh(scripts) };
}
