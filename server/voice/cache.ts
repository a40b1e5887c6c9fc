import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface FileCache {
  readonly read: (name: string) => Promise<Buffer | undefined>;
  readonly write: (name: string, bytes: Buffer) => Promise<void>;
}

/**
 * A cache of files in a folder. The least recently used are deleted when all together exceed `limit` bytes. Several
 * processes may share it, because a file appears whole or not at all.
 */
export async function openFileCache(directory: string, limit: number): Promise<FileCache> {
  await mkdir(directory, { recursive: true });
  let size = sum(await filesIn(directory));
  return {
    read: async name => {
      const path = join(directory, name);
      const bytes = await readFile(path).catch(() => undefined);
      const now = new Date();
      if (bytes) await utimes(path, now, now).catch(() => {});
      return bytes;
    },
    write: async (name, bytes) => {
      const unfinished = join(directory, `${process.pid}-${name}.unfinished`);
      await writeFile(unfinished, bytes);
      await rename(unfinished, join(directory, name));
      size += bytes.length;
      if (size > limit) size = await shrink(directory, limit);
    },
  };
}

interface CachedFile {
  readonly path: string;
  readonly size: number;
  readonly used: number;
}

async function filesIn(directory: string): Promise<readonly CachedFile[]> {
  const names = await readdir(directory);
  const found = await Promise.all(
    names.map(async name => {
      const path = join(directory, name);
      const about = await stat(path).catch(() => undefined);
      return about && { path, size: about.size, used: about.mtimeMs };
    }),
  );
  return found.filter(file => file !== undefined);
}

/** Frees a fifth of the space, so that not every write has to list the folder. */
async function shrink(directory: string, limit: number): Promise<number> {
  const files = (await filesIn(directory)).toSorted((a, b) => a.used - b.used);
  let size = sum(files);
  for (const file of files) {
    if (size <= limit * 0.8) break;
    await rm(file.path, { force: true });
    size -= file.size;
  }
  return size;
}

function sum(files: readonly CachedFile[]): number {
  return files.reduce((total, { size }) => total + size, 0);
}
