import * as z from 'zod/mini';

const candidates: readonly unknown[] = [
  'reader1',
  'Passw0rd!',
  'reader@example.org',
  '0199a0a0-0000-7000-8000-000000000001',
  '1',
  'ch1',
  'ch1WordAnswers.json',
  'gato.wav',
  'a-secret-of-a-mailed-link',
  '2026-05-12',
  '0123456789abcdef0123456789abcdef',
  1,
  true,
  {},
];

/** A value the schema accepts, found by looking into it, so that a new endpoint needs no new sample. */
export function sample(schema: z.core.$ZodType): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape).map(([name, inner]) => [name, sample(inner)] as const);
      // Fields may exclude each other: then one of the optional ones is left out, or two, as one may need the other.
      const names = [undefined, ...fields.map(([name]) => name)];
      const accepted = names
        .flatMap((one, index) => names.slice(0, index + 1).map(other => [one, other]))
        .map(left => Object.fromEntries(fields.filter(([name]) => !left.includes(name))))
        .find(value => z.safeParse(schema, value).success);
      return accepted ?? Object.fromEntries(fields);
    }
    case 'array':
      return [sample(def.element)];
    case 'optional':
    case 'nullable':
      return sample(def.innerType);
    case 'enum':
      return Object.values(def.entries)[0];
    case 'literal':
      return def.values[0];
    default: {
      const found = candidates.find(value => z.safeParse(schema, value).success);
      if (found === undefined) throw new Error(`no candidate fits a schema of type ${def.type}`);
      return found;
    }
  }
}
