import * as z from 'zod/mini';
import { type Endpoint, headers } from './endpoint.ts';

const failure = {
  type: 'object',
  required: ['message'],
  properties: {
    message: { type: 'string', description: 'A message code, or a text for people.' },
    messageVerbose: { type: 'string' },
    errorField: { type: 'string', description: 'The field of the request the message is about.' },
    username: { type: 'string' },
    email: { type: 'string' },
    isError: { const: true },
    errorId: {
      type: 'string',
      description: "The request's id (X-Request-Id), when the error is the server's.",
    },
  },
} as const;

/** JSON Schema of what is sent (`input`) or of what comes back (`output`). */
export function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Readonly<Record<string, unknown>> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

/** OpenAPI 3.1 of the endpoint table. */
export function openApiOf(endpoints: readonly Endpoint[]): Readonly<Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Camino', version: '1', description: 'Learn a language by reading classic books.' },
    paths,
    components: {
      schemas: { Failure: failure },
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        refreshCookie: { type: 'apiKey', in: 'cookie', name: 'jwt' },
      },
    },
  };
}

function operationOf(endpoint: Endpoint): Readonly<Record<string, unknown>> {
  const { callers, success = 200 } = endpoint;
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [areaOf(endpoint)],
    ...(callers === 'anyone' ? {} : { security: [{ accessToken: [] }] }),
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      endpoint.served === 'command'
        ? headerOf(headers.commandId, commandIdMeans, 'uuid')
        : headerOf(headers.logPosition, 'Wait (bounded) until the read models have reached this position.'),
    ],
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } },
      },
    }),
    responses: {
      [success]: {
        description: success === 302 ? 'Redirect' : 'Success',
        ...(success === 302 ? {} : { content: contentOf(endpoint) }),
      },
      default: refusal('A refusal'),
    },
  };
}

const commandIdMeans =
  "UUIDv7 of the command. Sending it again with the same request changes nothing, as long as it is among the learner's " +
  'last 2,000 commands; with another request it is refused (422).';

function contentOf({ media, reply }: Endpoint): Readonly<Record<string, unknown>> {
  if (media) return { [media]: { schema: { type: 'string', format: 'binary' } } };
  return { 'application/json': { schema: schemaOf(reply, 'output') } };
}

/** The first segment of the path, by which calls are grouped. */
export function areaOf({ path }: Endpoint): string {
  return path.split('/')[1] ?? '';
}

function refusal(description: string): Readonly<Record<string, unknown>> {
  return {
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
  };
}

function headerOf(name: string, description: string, format?: string): Readonly<Record<string, unknown>> {
  return {
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string', ...(format && { format }) },
  };
}

function parametersOf(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): readonly unknown[] {
  if (!schema) return [];
  const { properties, required } = schemaOf(schema, 'input');
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(properties ?? {}).map(([name, one]) => ({
    name,
    in: place,
    required: place === 'path' || needed.includes(name),
    schema: one,
  }));
}
