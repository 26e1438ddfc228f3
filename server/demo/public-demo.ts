import { BlockList, isIP } from 'node:net'
import { findUserByEmail, hasUsers } from '#server/db/accounts/users.ts'
import type { Db } from '#server/db/engine/open.ts'
import { SettingsError } from '#server/settings-error.ts'
import type { Settings } from '#server/settings.ts'

/** A demo account that no operator would create by chance. */
const DEMO_EMAIL = 'marketing@saleroom.example'

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

/** Whether the database has the demo accounts, whose passwords are public. */
export async function hasDemoAccounts(db: Db): Promise<boolean> {
  return (await findUserByEmail(db, DEMO_EMAIL)) !== undefined
}

/**
 * Refuses to serve the demo accounts, existing or about to be created, to other machines. Refuses also
 * to serve a demo with the settings of a real sale, which have lost the name of the sale's database.
 * @throws SettingsError that names the setting to change
 */
export async function requirePrivateDemo(
  db: Db,
  settings: Pick<Settings, 'host' | 'publicUrl' | 'hasDemo' | 'isSale' | 'allowsPublicDemo'>,
): Promise<void> {
  if (settings.allowsPublicDemo) return
  const reason = describePublic(settings)
  const isFilled = await hasUsers(db)
  if (isFilled ? !(await hasDemoAccounts(db)) : !settings.hasDemo) return
  const other = 'the database of the sale (SALEROOM_DATA or DATABASE_URL)'
  if (reason !== null)
    throw new SettingsError(
      `${isFilled ? 'This database has' : 'An empty database gets'} the demo accounts, whose passwords are public, and ${reason}. ${isFilled ? `Set ${other}` : 'Set SALEROOM_DEMO=0'}, or set SALEROOM_ALLOW_PUBLIC_DEMO=1 to serve them anyway.`,
    )
  if (settings.isSale && isFilled)
    throw new SettingsError(
      `This database has the demo accounts, but the settings are those of a real sale (SALEROOM_DEMO=0, SALEROOM_ADMIN_EMAIL, or a saleroom.env). Set ${other}, or set SALEROOM_DEMO=1 to serve the demo.`,
    )
}

/** The setting that makes the server reachable from other machines, or null. */
function describePublic({ host, publicUrl }: Pick<Settings, 'host' | 'publicUrl'>): string | null {
  if (!isLoopback(host)) return `HOST is ${host}`
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'https:' || !isLoopback(hostname.replace(/^\[|\]$/g, '')))
    return `PUBLIC_URL is ${publicUrl}`
  return null
}

function isLoopback(host: string): boolean {
  const version = isIP(host)
  if (version === 0) return /^(?:.+\.)?localhost$/i.test(host)
  return LOOPBACK.check(host, version === 4 ? 'ipv4' : 'ipv6')
}
