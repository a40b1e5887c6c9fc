/** Roles (spec 6). Status is what the screens show: admin wins over employee, employee over user. */
export const roles = ['user', 'employee', 'admin'] as const;
export type Role = (typeof roles)[number];

export function statusOf(held: readonly Role[]): Role {
  return held.includes('admin') ? 'admin' : held.includes('employee') ? 'employee' : 'user';
}

/** The known roles among stored strings; others are ignored. */
export function rolesAmong(stored: readonly string[]): Role[] {
  return roles.filter(role => stored.includes(role));
}
