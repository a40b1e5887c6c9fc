import * as z from 'zod/mini';
import { roles } from '../domain/account/roles.ts';
import { meets, passwordRules, usernameRules } from '../domain/account/rules.ts';
import { levelPolicies, type LevelPolicy as PolicyName } from '../domain/vocabulary/level-policies.ts';
import { levels, metLevels } from '../domain/vocabulary/levels.ts';
import { mailboxOf } from './email.ts';

/** Value types shared by the areas. Every length is bounded. */

export const Id = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be an id'));
export const Username = z
  .string()
  .check(z.refine(value => meets(usernameRules, value), 'must be 3-20 letters and numbers'));
/** Parsed to the normal form of `mailboxOf`. */
export const Email = z.pipe(
  z.string().check(
    z.maxLength(320),
    z.refine(typed => mailboxOf(typed) !== null, 'must be a valid e-mail address'),
  ),
  z.transform(typed => mailboxOf(typed) ?? ''),
);
export const Password = z
  .string()
  .check(
    z.refine(
      value => meets(passwordRules, value),
      'must have 8-64 characters with a lowercase letter, an uppercase letter, a digit and a special character',
    ),
  );
/** A password as typed at login: any string of bounded length. */
export const TypedPassword = z.string().check(z.minLength(1), z.maxLength(256));
export const Roles = z.array(z.enum(roles));
/** From 0 (a reader's introduction counts as chapter 1) to the longest book's last. */
export const ChapterNumber = z.int().check(z.minimum(0), z.maximum(999));
/** The same in a path. */
export const ChapterInPath = z.pipe(
  z.string().check(z.regex(/^\d{1,3}$/, 'must be a chapter number')),
  z.transform(value => Number(value)),
);

export function line(maximum: number) {
  return z.string().check(z.trim(), z.minLength(1, 'is required'), z.maxLength(maximum));
}

export const Message = z.object({ message: z.string() });
/** `new` is none of them. */
export const MetLevel = z.enum(metLevels);
export const Level = z.enum(levels);
export const LevelPolicy = z.enum(Object.keys(levelPolicies) as PolicyName[]);
export const AdminReply = z.object({ message: z.string(), isError: z.boolean() });

/** Who may call: any signed-in role (spec 6). */
export const signedIn = ['admin', 'employee', 'user'] as const;
export const admins = ['admin'] as const;
/** Staff: may read statistics and the state of projections (decision 36). */
export const staff = ['admin', 'employee'] as const;

/** Ids in an address: with commas between, so many at most. */
export const IdsInQuery = (most: number) =>
  z.pipe(
    z
      .string()
      .check(
        z.regex(new RegExp(`^[\\w-]{1,64}(,[\\w-]{1,64}){0,${most - 1}}$`), `must be up to ${most} ids`),
      ),
    z.transform(value => value.split(',')),
  );
