import type pg from 'pg';

/** A query of a document and the table below it. */
export interface Example {
  readonly query: string;
  /** Column names of the table; empty when there is none. */
  readonly columns: readonly string[];
}

/** A block of SQL, and the table that follows it. */
const block = /```sql\n([\s\S]*?)```\n(?:\n((?:\|.*\n)+))?/g;

export function examplesOf(markdown: string): readonly Example[] {
  return [...markdown.matchAll(block)].map(([, query = '', table = '']) => ({
    query,
    columns: cellsOf(table.split('\n')[0] ?? ''),
  }));
}

/** The document with the current result below each query. */
export async function withResults(
  markdown: string,
  runQuery: (query: string) => Promise<readonly (readonly string[])[]>,
): Promise<string> {
  const results = new Map<string, string>();
  for (const { query } of examplesOf(markdown)) results.set(query, tableOf(await runQuery(query)));
  return markdown.replace(
    block,
    (_, query: string) => `\`\`\`sql\n${query}\`\`\`\n\n${results.get(query) ?? ''}`,
  );
}

/** The rows of a query as Postgres prints them; the first row has the column names. */
export async function queryAsText(
  client: pg.Pool | pg.ClientBase,
  query: string,
): Promise<readonly (readonly string[])[]> {
  const { fields, rows } = await client.query<(string | null)[]>({
    text: query,
    rowMode: 'array',
    types: { getTypeParser: () => (text: string) => text },
  });
  return [fields.map(({ name }) => name), ...rows.map(row => row.map(cell => cell ?? ''))];
}

function tableOf([headings = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map(cell => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |\n`;
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('');
}

function cellsOf(line: string): readonly string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map(cell => cell.trim());
}
