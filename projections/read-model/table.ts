import type { Table } from '../projection.ts';
import type { Column, Columns } from './columns.ts';
import { merges, type Value } from './rules.ts';

/** SQL for a declared table. */

export interface StoredColumn extends Pick<Column, 'rule' | 'type' | 'start'> {
  readonly name: string;
}

export function storedColumns(columns: Columns): readonly StoredColumn[] {
  return Object.entries(columns).flatMap(([name, column]) => ('rule' in column ? [{ ...column, name }] : []));
}

/** The runner's description of the table and its view. @param others tables of the same read model */
export function tableOf(
  name: string,
  columns: Columns,
  others: Readonly<Record<string, Columns>> = {},
): Table {
  const stored = storedColumns(columns);
  return {
    name,
    columns: Object.fromEntries(stored.map(column => [column.name, `${column.type}${constraint(column)}`])),
    key: keysOf(stored),
    select(physical) {
      const joins: string[] = [];
      const selected = Object.entries(columns).map(([name, column]) => {
        if ('rule' in column) return `stored.${name}`;
        const other = storedColumns(others[column.rowOf] ?? {});
        joins.push(` left join ${physical(column.rowOf)} as ${name}_row using (${keysOf(other).join(', ')})`);
        const agrees = other.map(one => `${name}_row.${one.name} = stored.${one.name}`).join(' and ');
        return `coalesce(${agrees}, false) as ${name}`;
      });
      return `select ${selected.join(', ')} from ${physical(name)} as stored${joins.join('')}`;
    },
  };
}

const keysOf = (stored: readonly StoredColumn[]) =>
  stored.flatMap(({ rule, name }) => (rule === 'key' ? [name] : []));

function constraint({ start }: StoredColumn): string {
  if (start === undefined) return ' not null';
  return start === null ? '' : ` not null default ${literal(start)}`;
}

const literal = (value: Value) =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);

/**
 * Upserts rows with one statement and an array parameter per column; existing rows are merged with new ones.
 * @param table quoted name
 */
export function upsert(table: string, columns: readonly StoredColumn[]): string {
  const names = columns.map(({ name }) => name).join(', ');
  const parameters = columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ');
  const changes = columns.flatMap(({ name, rule }) =>
    rule === 'key' ? [] : [`${name} = ${merges[rule].sql(name)}`],
  );
  return `insert into ${table} as old (${names}) select * from unnest(${parameters})
    on conflict (${keysOf(columns).join(', ')}) do ${changes.length > 0 ? `update set ${changes.join(', ')}` : 'nothing'}`;
}
