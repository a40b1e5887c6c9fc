import { type Level, metLevels } from './levels.ts';

/** Reads a history export for an import (docs/export.md). Only its levels are imported. */

/** Of its first line. */
export const historyFormat = { format: 'camino-history', version: 1 } as const;

export interface ImportedLevel {
  readonly level: Exclude<Level, 'new'>;
  /** It was credited in the exported account. */
  readonly credited: boolean;
}

export interface ReadHistory {
  /** The exported account, and the time of the export, ISO 8601; empty when the file has none. */
  readonly username: string | null;
  readonly at: string;
  /** Levels by language and fragment id. */
  readonly levels: ReadonlyMap<string, ReadonlyMap<string, ImportedLevel>>;
}

/** The reason for refusing a file. */
export interface Problem {
  /** Counted from 1. */
  readonly line: number;
  readonly says: string;
}

/** Most fragments of a language: bounds the browser's memory, far above any library. */
const MOST = 200_000;
const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Reads an export line by line, so that memory does not depend on its length. Stop after the first problem. */
export function historyReader() {
  const levels = new Map<string, Map<string, ImportedLevel>>();
  let head: Pick<ReadHistory, 'username' | 'at'> | undefined;
  let line = 0;
  let isComplete = false;
  const problem = (says: string): Problem => ({ line, says });

  function first(read: Line): Problem | undefined {
    if (read['type'] !== 'export' || read['format'] !== historyFormat.format)
      return problem('This is not a history export of Camino.');
    if (read['version'] !== historyFormat.version)
      return problem(
        `It is of version ${JSON.stringify(read['version'])}; version ${historyFormat.version} can be read.`,
      );
    const { username, at } = read;
    head = {
      username: typeof username === 'string' ? username : null,
      at: typeof at === 'string' && Number.isFinite(Date.parse(at)) ? at : '',
    };
    return undefined;
  }

  function level({ language, id, level, credited }: Line): Problem | undefined {
    if (typeof language !== 'string' || !ID.test(language)) return problem('Its language is not an id.');
    if (typeof id !== 'string' || !ID.test(id)) return problem('Its id is not an id.');
    if (!metLevels.some(met => met === level)) return problem('Its level is none of I, II, III and IV.');
    if (typeof credited !== 'boolean') return problem('It does not say whether the fragment was credited.');
    const ofLanguage = levels.get(language) ?? new Map<string, ImportedLevel>();
    levels.set(language, ofLanguage);
    if (ofLanguage.has(id)) return problem(`The fragment ${id} stands there twice.`);
    if (ofLanguage.size === MOST) return problem(`A language has at most ${MOST} fragments.`);
    ofLanguage.set(id, { level: level as ImportedLevel['level'], credited });
    return undefined;
  }

  return {
    /** @returns the reason if the file is refused */
    take(text: string): Problem | undefined {
      line++;
      // A byte order mark is white space, too.
      const trimmed = text.trim();
      if (trimmed === '') return undefined;
      if (isComplete) return problem('Something follows the last line of the export.');
      const read = objectIn(trimmed);
      if (line === 1 && (!read || !head)) return first(read ?? {});
      if (!read || typeof read['type'] !== 'string') return problem('It is not a line of an export.');
      if (!head) return problem('This is not a history export of Camino.');
      if (read['type'] === 'level') return level(read);
      if (read['type'] === 'end') {
        if (read['lines'] !== line - 1)
          return problem(`There should be ${JSON.stringify(read['lines'])} lines before it.`);
        isComplete = true;
      }
      return undefined;
    },
    /** Call it after the last line. */
    finish(): ReadHistory | Problem {
      if (!head) return problem('This is not a history export of Camino.');
      if (!isComplete) return problem('The file is incomplete: its end is missing.');
      return { ...head, levels };
    },
  };
}

export function isProblem(read: ReadHistory | Problem): read is Problem {
  return 'says' in read;
}

type Line = Readonly<Record<string, unknown>>;

function objectIn(text: string): Line | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Line) : undefined;
  } catch {
    return undefined;
  }
}
