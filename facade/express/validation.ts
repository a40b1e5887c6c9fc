import type * as z from 'zod/mini';
import type { Failure } from '../endpoint.ts';

/** Input that is refused before a handler sees it: 400, 413 or 415 with the field it is about. */
export interface BadInput {
  readonly status: 400 | 413 | 415;
  readonly failure: Failure;
}

export function badInput(field: string, says: string, status: BadInput['status'] = 400): BadInput {
  const errorField = field.length > 100 ? `${field.slice(0, 100)}…` : field;
  return { status, failure: { message: `${errorField} ${says}`, errorField } };
}

export type Validated =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly bad: BadInput };

/**
 * Checks one part of a request against its schema.
 * @param part names the part when no field of it can be named: body, query or params
 */
export function validate(schema: z.ZodMiniType, input: unknown, part: string): Validated {
  const unstorable = findUnstorable(input, part);
  if (unstorable) return { ok: false, bad: unstorable };
  const result = schema.safeParse(input);
  if (result.success) return { ok: true, value: result.data };
  const [issue] = result.error.issues;
  return { ok: false, bad: issue ? describe(issue, input, part) : badInput(part, 'is not valid') };
}

/** Maximum nesting of a body, which could otherwise exhaust the stack of recursive code. */
const maxDepth = 32;

/** Postgres can store neither NUL nor half a surrogate pair. */
function findUnstorable(input: unknown, part: string): BadInput | undefined {
  const open: Place[] = [{ value: input, key: '', depth: 0, parent: undefined }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string' && !isStorable(value))
      return badInput(pathOf(next).join('.') || part, 'holds a character that is not allowed');
    if (typeof value !== 'object' || value === null) continue;
    if (depth > maxDepth) return badInput(pathOf(next)[0] || part, 'is nested too deeply');
    for (const key of Object.keys(value)) {
      if (!isStorable(key))
        return badInput(
          pathOf(next).join('.') || part,
          'has a field whose name holds a character that is not allowed',
        );
      const inner = (value as Record<string, unknown>)[key];
      if (typeof inner === 'string' || (typeof inner === 'object' && inner !== null))
        open.push({ value: inner, key, depth: depth + 1, parent: next });
    }
  }
  return undefined;
}

/** A value within the input. Its path is only needed for an error. */
interface Place {
  readonly value: unknown;
  readonly key: string;
  readonly depth: number;
  /** The object that contains it; undefined for the input itself. */
  readonly parent: Place | undefined;
}

function pathOf({ key, parent }: Place): readonly string[] {
  return parent ? [...pathOf(parent), key] : [];
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** zod's message for a check without a custom one. */
const noText = 'Invalid input';

function describe(issue: z.core.$ZodIssue, input: unknown, part: string): BadInput {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys')
    return badInput([...path, issue.keys[0] ?? ''].join('.'), 'is not a field of this call');
  const field = path.join('.') || part;
  if (valueAt(input, path) === undefined) return badInput(field, 'is required');
  return badInput(field, issue.message === noText ? said(issue) : issue.message);
}

function valueAt(input: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<string, unknown>)[key]
        : undefined,
    input,
  );
}

function said(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be of type ${issue.expected}`;
    case 'invalid_value':
      return `must be ${issue.values.map(value => JSON.stringify(value)).join(' or ')}`;
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array'
        ? `is longer than ${issue.maximum}`
        : `is greater than ${issue.maximum}`;
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array'
        ? `is shorter than ${issue.minimum}`
        : `is less than ${issue.minimum}`;
    default:
      return 'is not valid';
  }
}
