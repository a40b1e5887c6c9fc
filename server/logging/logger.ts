import pino, { type DestinationStream, type Logger } from 'pino';
import { requestContext } from '../../facade/express/request-context.ts';
import { redactText, secretPaths } from './redact.ts';

export type { Logger };

/**
 * The log of a process: JSON lines on stdout in production, readable lines in development. A line that is written while
 * a request is handled carries the request's id and, of a command, its id. Secrets and addresses are removed.
 */
export async function openLogger({ production }: { readonly production: boolean }): Promise<Logger> {
  if (production) return loggerOn(pino.destination({ dest: 1, sync: true }));
  const { default: pretty } = await import('pino-pretty');
  return loggerOn(
    pretty({ destination: 1, sync: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss.l' }),
  );
}

/** @param destination takes each line of JSON, redacted */
export function loggerOn(destination: DestinationStream): Logger {
  return pino(
    {
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: level => ({ level }) },
      mixin: () => ({ ...requestContext() }),
      serializers: { err: describeError },
      redact: { paths: [...secretPaths], censor: '[redacted]' },
      hooks: { streamWrite: redactText },
    },
    destination,
  );
}

/** Leaves out an error's other properties: Postgres puts rows into them, SMTP the reply of the other server. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  return {
    type: error.name,
    ...('code' in error && { code: error.code }),
    stack: error.stack ?? error.message,
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}
