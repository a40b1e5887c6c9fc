import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';

const quoted = pg.escapeIdentifier;
const literal = pg.escapeLiteral;

/** Postgres roles are global to the server, hence the prefix. */
export const roleOf = (analyst: string) => `analyst_${analyst}`;

/** Lowercase letters, digits and underscores, beginning with a letter, at most 40. */
export const isAnalystName = (name: string) => /^[a-z][a-z0-9_]{0,39}$/.test(name);

/** Session defaults of an analyst, with timeouts for runaway queries. */
const settings = {
  search_path: 'analytics',
  default_transaction_read_only: 'on',
  statement_timeout: '60s',
  idle_in_transaction_session_timeout: '60s',
};
const CONNECTIONS = 4;

/**
 * Creates a role that can log in and read schema `analytics`, future views included, and nothing else.
 * @returns its password, which is not stored; undefined when the analyst already exists
 * @throws Error when schema `analytics` does not exist yet
 */
export async function createAnalyst(pool: pg.Pool, analyst: string): Promise<string | undefined> {
  const client = await pool.connect();
  try {
    if (await exists(client, 'pg_roles', 'rolname', roleOf(analyst))) return undefined;
    if (!(await exists(client, 'pg_namespace', 'nspname', 'analytics')))
      throw new Error('schema analytics is not there yet: start the app once');
    const password = randomBytes(24).toString('base64url');
    const role = quoted(roleOf(analyst));
    const database = quoted(await databaseOf(client));
    await client.query('begin');
    await client.query(
      `create role ${role} login noinherit connection limit ${CONNECTIONS} password ${literal(verifierOf(password))}`,
    );
    for (const [name, value] of Object.entries(settings))
      await client.query(`alter role ${role} set ${name} = ${literal(value)}`);
    // PostgreSQL's defaults let every role create temporary tables, and (before version 15) tables in schema public.
    await client.query(`revoke temporary on database ${database} from public`);
    await client.query('revoke create on schema public from public');
    await client.query(`grant connect on database ${database} to ${role}`);
    await client.query(`grant usage on schema analytics to ${role}`);
    await client.query(`grant select on all tables in schema analytics to ${role}`);
    await client.query(`alter default privileges in schema analytics grant select on tables to ${role}`);
    await client.query('commit');
    return password;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

/** Drops the role; its open sessions lose their rights. @returns whether the role existed */
export async function removeAnalyst(pool: pg.Pool, analyst: string): Promise<boolean> {
  const client = await pool.connect();
  try {
    if (!(await exists(client, 'pg_roles', 'rolname', roleOf(analyst)))) return false;
    const role = quoted(roleOf(analyst));
    await client.query('begin');
    await client.query(
      `alter default privileges in schema analytics revoke select on tables from ${role};
       revoke select on all tables in schema analytics from ${role};
       revoke usage on schema analytics from ${role};
       revoke connect on database ${quoted(await databaseOf(client))} from ${role}`,
    );
    await client.query(`drop role ${role}`);
    await client.query('commit');
    return true;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

async function exists(
  client: pg.ClientBase,
  catalog: string,
  column: string,
  name: string,
): Promise<boolean> {
  const { rows } = await client.query(`select from ${catalog} where ${column} = $1`, [name]);
  return rows.length > 0;
}

async function databaseOf(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  return rows[0]?.name ?? '';
}

/** PostgreSQL's SCRAM-SHA-256 verifier, so that the password reaches neither the server nor its statement log. */
function verifierOf(password: string): string {
  const iterations = 4096;
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const key = (name: string) => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(key('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${key('Server Key').toString('base64')}`;
}
