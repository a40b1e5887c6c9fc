import type { SourceLine } from '../format/lines.ts';
import type { Findings } from './problems.ts';

/** Hands out the id of a line, refusing a missing, malformed or doubled one. */
export type IdOf = (line: SourceLine | undefined) => string;

export function idCheck({ refuse }: Findings): IdOf {
  const owners = new Map<string, SourceLine>();
  return line => {
    if (!line) return '';
    if (line.badId !== undefined) refuse(line, `[${line.badId}] is not an id`);
    else if (line.id === undefined) refuse(line, 'there is no id yet; run: npm run library -- ids');
    else {
      const owner = owners.get(line.id);
      if (owner && owner !== line)
        refuse(line, `the id ${line.id} stands in ${owner.file}:${owner.line} already`);
      owners.set(line.id, owner ?? line);
    }
    return line.id ?? '';
  };
}
