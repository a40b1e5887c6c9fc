/** Names of fields whose values are never logged, at the top level of a line or one or two levels below. */
const secretFields = [
  'password',
  'token',
  'accessToken',
  'refreshToken',
  'secret',
  'code',
  'authorization',
  'Authorization',
  'cookie',
  'set-cookie',
  'email',
  'credential',
] as const;

/** Paths for pino's `redact`. An error's `code` (ECONNREFUSED, 23505) is no secret and stays. */
export const secretPaths: readonly string[] = secretFields.flatMap(field =>
  ['', '*.', '*.*.']
    .map(depth => (field.includes('-') ? `${depth.slice(0, -1)}["${field}"]` : depth + field))
    .filter(path => !(field === 'code' && path !== 'code' && path !== 'body.code')),
);

/** Secrets and personal data inside texts, because messages and stacks quote their input. */
const patterns: readonly (readonly [pattern: RegExp, shown: string])[] = [
  // postgres://user:password@host
  [/([a-z][a-z0-9+.-]*:\/\/)[^\s"\\/@]*:[^\s"\\/@]+@/gi, '$1[redacted]@'],
  [/\bBearer\s+[\w.~+/=-]+/gi, 'Bearer [redacted]'],
  // A JSON Web Token anywhere in the text.
  [/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, '[redacted]'],
  // The refresh cookie.
  [/\bjwt=[^\s;"\\]+/g, 'jwt=[redacted]'],
  [/([?&](?:token|code|secret)=)[^\s"&#\\]+/gi, '$1[redacted]'],
  // The secret of a mailed link.
  [/(\/(?:(?:verify|confirm|revert)-email#|email-verification\/))[^\s"\\]+/g, '$1[redacted]'],
  [/[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu, '[address]'],
];

/** A line of the log without secrets and personal data. */
export function redactText(line: string): string {
  return patterns.reduce((text, [pattern, shown]) => text.replace(pattern, shown), line);
}
