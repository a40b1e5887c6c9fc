import { dirname, join } from 'node:path';

/** The files that a file imports, by path from the root; type imports count. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s+(?:type\s+)?(?:[^'";]*?\sfrom\s+)?['"](\.[^'"]+)['"]|import\(\s*['"](\.[^'"]+)['"]\s*\)/g;

/** @param sources text by path from the root; imports of anything else are left out */
export function importGraph(sources: ReadonlyMap<string, string>): ImportGraph {
  return new Map(
    [...sources].map(([file, source]) => [
      file,
      [...source.matchAll(importPattern)]
        .map(match => join(dirname(file), match[1] ?? match[2] ?? ''))
        .filter(target => sources.has(target)),
    ]),
  );
}

/**
 * Circles: files that import each other in the end, and the same for folders. In every folder its files and subfolders,
 * each subfolder taken as one thing, must import each other in one direction: a subfolder that imports a file above it
 * which imports the subfolder is a circle, and so are two folders side by side that import each other.
 * @returns each circle once, as a line that names its members
 */
export function importCycles(graph: ImportGraph): string[] {
  const found = [...components(graph)].map(members => `circle of files: ${members.join(', ')}`);
  const folders = new Set([...graph.keys()].flatMap(foldersOf));
  for (const folder of folders)
    for (const members of components(collapseInto(graph, folder)))
      if (members.some(member => !graph.has(member)))
        found.push(`circle in ${folder === '' ? 'the root' : folder}: ${members.join(', ')}`);
  return found.toSorted();
}

/** Every folder above a file; the root is ''. */
function foldersOf(file: string): readonly string[] {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index).join('/')).concat(parts.join('/'));
}

/** The imports among the direct children of a folder. */
function collapseInto(graph: ImportGraph, folder: string): ImportGraph {
  const prefix = folder === '' ? '' : `${folder}/`;
  const childOf = (file: string) =>
    file.startsWith(prefix) ? prefix + (file.slice(prefix.length).split('/')[0] ?? '') : undefined;
  const children = new Map<string, Set<string>>();
  for (const [file, targets] of graph) {
    const from = childOf(file);
    if (from === undefined) continue;
    const known = children.get(from) ?? new Set();
    children.set(from, known);
    for (const target of targets) {
      const to = childOf(target);
      if (to !== undefined && to !== from) known.add(to);
    }
  }
  return new Map([...children].map(([child, targets]) => [child, [...targets]]));
}

/** Strongly connected components of more than one member (Tarjan), members in order of name. */
export function* components(graph: ImportGraph): Generator<readonly string[]> {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (node: string): number => {
    const own = index.size;
    index.set(node, own);
    low.set(node, own);
    stack.push(node);
    let lowest = own;
    for (const target of graph.get(node) ?? []) {
      if (!index.has(target)) lowest = Math.min(lowest, visit(target));
      else if (stack.includes(target)) lowest = Math.min(lowest, index.get(target) ?? lowest);
    }
    low.set(node, lowest);
    if (lowest === own) {
      const members = stack.splice(stack.indexOf(node));
      if (members.length > 1) found.push(members.toSorted());
    }
    return lowest;
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  yield* found;
}
