import { dirname, join } from 'node:path';
import { components, type ImportGraph } from './import-cycles.ts';

/** A chunk that the build is told to make: of the modules whose path matches. */
export interface ChunkGroup {
  readonly name: string;
  readonly test: RegExp;
}

const staticImport = /(?:^|\n)\s*(?:import|export)\s+(?!type\s)(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]/g;
const dynamicImport = /import\(\s*['"](\.[^'"]+)['"]\s*\)/g;

/**
 * Chunks of the browser's build that would import each other (decision 59), found from the imports alone. A module belongs to
 * the first group that matches its path; the others are together if the same entries need them: `entry` and each module that
 * is imported dynamically. The build also drops imports that nothing uses, so it has the last word (`cycleIn`).
 * @param sources text of the browser's modules by path from the root; other imports count as packages
 * @returns each circle once, as a line with its chunks and an import for each step
 */
export function chunkCycles(
  sources: ReadonlyMap<string, string>,
  { entry, groups }: { readonly entry: string; readonly groups: readonly ChunkGroup[] },
): string[] {
  const imports = new Map([...sources].map(([file, source]) => [file, importsOf(file, source)]));
  const dynamic = [...sources].flatMap(([file, source]) =>
    [...source.matchAll(dynamicImport)].map(([, to = '']) => join(dirname(file), to)),
  );
  const neededBy = entriesOf(imports, [...new Set([entry, ...dynamic])]);
  const chunkOf = (file: string): string | undefined => {
    const needing = neededBy.get(file);
    return needing && (groups.find(({ test }) => test.test(`/${file}`))?.name ?? needing.join(' + '));
  };

  const graph = new Map<string, string[]>();
  const example = new Map<string, string>();
  for (const [file, targets] of imports)
    for (const target of targets) {
      const [from, to] = [chunkOf(file), chunkOf(target)];
      if (from === undefined || to === undefined || from === to) continue;
      graph.set(from, [...(graph.get(from) ?? []), to]);
      example.set(`${from} → ${to}`, `${file} imports ${target}`);
    }
  return [...components(graph)].map(members => {
    const steps = members.flatMap(from => members.map(to => example.get(`${from} → ${to}`)));
    return `chunks import each other: ${steps.filter(step => step !== undefined).join('; ')}`;
  });
}

/** What a module imports when it runs, by path; packages are below `node_modules`. */
function importsOf(file: string, source: string): readonly string[] {
  // Endpoints are data in the browser (`endpointsWithoutSchemas`).
  if (/^facade\/[^/]+$/.test(file) && /= endpoint\(/.test(source)) return [];
  return [...source.matchAll(staticImport)].map(([, to = '']) =>
    to.startsWith('.') ? join(dirname(file), to) : `node_modules/${to}/`,
  );
}

/** The entries that need each module, in order. */
function entriesOf(imports: ImportGraph, entries: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const needing = new Map<string, string[]>();
  for (const entry of entries) {
    const seen = new Set<string>();
    const waiting = [entry];
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (seen.has(file)) continue;
      seen.add(file);
      needing.set(file, [...(needing.get(file) ?? []), entry]);
      waiting.push(...(imports.get(file) ?? []));
    }
  }
  return needing;
}
