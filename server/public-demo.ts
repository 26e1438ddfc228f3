import { BlockList, isIP } from 'node:net'
import type { Db } from './db/open.ts'
import { findUserByEmail, hasUsers } from './db/users.ts'
import { SettingsError } from './faults.ts'
import type { Settings } from './settings.ts'

/** Of the demo accounts the one that nobody would make by themselves. */
const DEMO_EMAIL = 'marketing@saleroom.example'

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

/** Whether the demo accounts, whose passwords are public, are in the database. */
export async function hasDemoAccounts(db: Db): Promise<boolean> {
  return (await findUserByEmail(db, DEMO_EMAIL)) !== undefined
}

/**
 * Keeps the demo accounts, there or about to be made, on this machine.
 * @throws SettingsError that names what makes the server public
 */
export async function requirePrivateDemo(
  db: Db,
  settings: Pick<Settings, 'host' | 'publicUrl' | 'hasDemo' | 'allowsPublicDemo'>,
): Promise<void> {
  const reason = describePublic(settings)
  if (reason === null || settings.allowsPublicDemo) return
  const isFilled = await hasUsers(db)
  if (isFilled ? !(await hasDemoAccounts(db)) : !settings.hasDemo) return
  const accounts = isFilled ? 'This database has' : 'An empty database gets'
  const remedy = isFilled
    ? 'Serve a database without them (SALEROOM_DATA or DATABASE_URL)'
    : 'Set SALEROOM_DEMO=0'
  throw new SettingsError(
    `${accounts} the demo accounts, whose passwords are public, and ${reason}. ${remedy}, or set SALEROOM_ALLOW_PUBLIC_DEMO=1 to serve them all the same.`,
  )
}

/** What makes the server reachable from other machines, or null. */
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
