/** What a role may see in the app. The server decides; this only spares people closed doors. */

const FINANCE_ROLES: ReadonlySet<string> = new Set(['admin', 'user', 'client'])

/** Whether purchases, money and wallets are shown to this role (spec 6). */
export function canSeeFinance(role: string): boolean {
  return FINANCE_ROLES.has(role)
}
