/** Rules for usernames and passwords (spec 5), the same in the form and on the server. */

export interface Rule {
  readonly name: string;
  /** As the form shows it. */
  readonly text: string;
  readonly holds: (value: string) => boolean;
}

export const usernameRules: readonly Rule[] = [
  { name: 'length', text: '3-20 characters', holds: value => value.length >= 3 && value.length <= 20 },
  { name: 'characters', text: 'letters and numbers only', holds: value => /^[A-Za-z0-9]+$/.test(value) },
];

/** The fixed set of spec 5; its members are ours to choose. */
export const specialCharacters = '!@#$%^&*()-_=+[]{};:,.?/';

export const passwordRules: readonly Rule[] = [
  { name: 'length', text: '8-64 characters', holds: value => value.length >= 8 && value.length <= 64 },
  { name: 'lowercase', text: 'one lowercase letter', holds: value => /[a-z]/.test(value) },
  { name: 'uppercase', text: 'one uppercase letter', holds: value => /[A-Z]/.test(value) },
  { name: 'digit', text: 'one digit', holds: value => /[0-9]/.test(value) },
  {
    name: 'special',
    text: `one special character (${specialCharacters})`,
    holds: value => [...specialCharacters].some(character => value.includes(character)),
  },
];

export function meets(rules: readonly Rule[], value: string): boolean {
  return rules.every(rule => rule.holds(value));
}
