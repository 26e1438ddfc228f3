/** What a role can see in the app. The server enforces it; the app only hides the rest. */

/** The roles that see purchases, money and wallets. */
export const FINANCE_ROLES: ReadonlySet<string> = new Set(['admin', 'user', 'client'])

/** Whether this role administers projects, people and keys. */
export function isAdmin(role: string): boolean {
  return role === 'admin'
}

/** Whether this role sees purchases, money and wallets. */
export function canSeeFinance(role: string): boolean {
  return FINANCE_ROLES.has(role)
}
