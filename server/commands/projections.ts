import type pg from 'pg';
import { type ProjectionStatus, projectionStatuses } from '../../projections/runner/control.ts';
import { refuseArguments, WrongArgument } from './command.ts';

/** All builds of all projections. @throws Error when no app has made the read models yet */
export async function knownStatuses(pool: pg.Pool): Promise<readonly ProjectionStatus[]> {
  const statuses = await projectionStatuses(pool);
  if (statuses.length === 0) throw new Error('there are no read models yet: start the app once');
  return statuses;
}

/**
 * The projections that an argument means: one, several separated by commas, or `all`.
 * @throws WrongArgument naming what does not exist
 */
export function projectionsNamed(
  args: readonly string[],
  statuses: readonly ProjectionStatus[],
): readonly string[] {
  const [named, ...others] = args;
  if (named === undefined) throw new WrongArgument('<projection> is missing: a name, or all');
  refuseArguments(others);
  const known = [...new Set(statuses.map(({ projection }) => projection))];
  if (named === 'all') return known;
  const names = named.split(',');
  const unknown = names.filter(name => !known.includes(name));
  if (unknown.length > 0)
    throw new WrongArgument(
      `<projection> '${unknown.join(',')}' does not exist; there are ${known.join(', ')}`,
    );
  return names;
}
