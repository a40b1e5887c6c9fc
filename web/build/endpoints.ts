import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const facade = join(import.meta.dirname, '../../facade');

/** The parts of an endpoint that the browser's client needs. */
const kept = ['name', 'method', 'path', 'served'] as const;

/**
 * The browser gets each endpoint without its schemas: only the server validates, and a validation library would be a
 * tenth of a page. A facade file with endpoints becomes a module of data; importing a schema or a function from it into the
 * browser fails the build.
 */
export function endpointsWithoutSchemas(): Plugin {
  return {
    name: 'endpoints-without-schemas',
    apply: 'build',
    async load(id) {
      if (dirname(id) !== facade) return null;
      const exported = Object.entries<unknown>(await import(pathToFileURL(id).href));
      if (!exported.some(([, value]) => isEndpoint(value))) return null;
      const constants = exported.flatMap(([name, value]) => {
        const data = isEndpoint(value) ? Object.fromEntries(kept.map(field => [field, value[field]])) : value;
        return isData(data) ? [`export const ${name} = ${JSON.stringify(data)};`] : [];
      });
      return { code: constants.join('\n'), map: null, moduleSideEffects: false };
    },
  };
}

type Described = Readonly<Record<(typeof kept)[number], string>>;

function isEndpoint(value: unknown): value is Described {
  return typeof value === 'object' && value !== null && kept.every(field => field in value);
}

/** Whether a value can be represented as JSON. */
function isData(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isData);
  if (typeof value === 'object' && value !== null)
    return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isData);
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
