/** A file that was dropped or chosen; its text is read when it is its turn. */
export interface FolderFile {
  readonly name: string;
  readonly text: () => Promise<string>;
}

export interface Folder {
  readonly name: string;
  /** Those ending in .json (spec 5), in the order of their paths: 2.json before 10.json. */
  readonly files: readonly FolderFile[];
}

const inOrder = new Intl.Collator('en', { numeric: true });

/** From an input that takes directories. */
export function chosenFolder(chosen: readonly File[]): Folder {
  const files = chosen.map(file => ({ file, path: file.webkitRelativePath || file.name }));
  return folderOf(files[0]?.path.split('/')[0] ?? '', files);
}

/**
 * From a drop: a folder with all it contains, or several files. The entries must be taken during the event; afterwards the
 * browser has emptied the transfer.
 */
export function droppedFolder({ items }: DataTransfer): Promise<Folder> {
  const entries = Array.from(items, item => item.webkitGetAsEntry()).filter(entry => entry !== null);
  return Promise.all(entries.map(filesIn)).then(found =>
    folderOf(entries.length === 1 ? (entries[0]?.name ?? '') : `${entries.length} files`, found.flat()),
  );
}

interface Found {
  readonly file: File;
  readonly path: string;
}

function folderOf(name: string, found: readonly Found[]): Folder {
  const files = found
    .filter(({ file }) => file.name.endsWith('.json'))
    .toSorted((one, other) => inOrder.compare(one.path, other.path))
    .map(({ file }) => ({ name: file.name, text: () => file.text() }));
  return { name, files };
}

async function filesIn(entry: FileSystemEntry): Promise<readonly Found[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ file, path: entry.fullPath }];
  }
  if (!isDirectory(entry)) return [];
  const reader = entry.createReader();
  const entries: FileSystemEntry[] = [];
  // Browsers hand out at most 100 at a time; an empty batch is the end.
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (batch.length === 0) break;
    entries.push(...batch);
  }
  return (await Promise.all(entries.map(filesIn))).flat();
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
