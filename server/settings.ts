import { isIP } from 'node:net'
import { homedir } from 'node:os'
import path from 'node:path'
import { validatePassword } from '#server/auth/passwords.ts'
import type { BackupPlan } from '#server/backup/backup-schedule.ts'
import { SettingsError } from './settings-error.ts'

/** The settings, read from environment variables (decisions.md, Running it). */
export interface Settings {
  port: number
  host: string
  dataFolder: string
  databaseUrl: string | null
  databaseReadUrl: string | null
  /** For LISTEN, where databaseUrl is a pooler in transaction mode. */
  databaseListenUrl: string | null
  /** Whether to fill an empty database with demo data. */
  hasDemo: boolean
  /** Whether the settings are for real data: a demo database is then refused. */
  isSale: boolean
  allowsPublicDemo: boolean
  adminEmail: string | null
  adminPassword: string | null
  publicUrl: string
  origins: string[]
  smtpUrl: string | null
  mailFrom: string | null
  brevoUrl: string | null
  secret: string | null
  /** The secret before a rotation. It only decrypts. */
  oldSecret: string | null
  /** Null without backups by schedule. */
  backups: BackupPlan | null
  mediaOrigins: string[]
  collectsVitals: boolean
  /** The port of the metrics alone; null for none. */
  metricsPort: number | null
  /** Needed to read the metrics; null: none on the port of the app. */
  metricsToken: string | null
  trustProxy: string | null
  telegramToken: string | null
  telegramUrl: string | null
  /** Further push services. They may be private, without TLS and on any port. */
  pushOrigins: string[]
  /** Further nodes of blockchains. They may be private, without TLS and on any port. */
  rpcOrigins: string[]
  /** The contact of this server for push services. */
  vapidSubject: string
}

type Environment = Readonly<Record<string, string | undefined>>

const MIN_SECRET_LENGTH = 32
const MAX_BACKUP_HOURS = 8760
const MAX_BACKUPS_KEPT = 10_000
const PROXY_NAMES = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** A special character in the password ends the host, or begins a path or a fragment. */
function isSmtpUrl(text: string): boolean {
  if (!URL.canParse(text) || text.replace(/^smtps?:\/\//, '').split('@').length > 2) return false
  const { pathname, hash } = new URL(text)
  return hash === '' && (pathname === '' || pathname === '/')
}

/** @throws SettingsError with one line for each invalid variable */
export function readSettings(environment: Environment): Settings {
  const errors: string[] = []
  const text = (name: string) => environment[name]?.trim() || null
  const check = (name: string, isValid: (value: string) => boolean, message: string) => {
    const value = text(name)
    if (value !== null && !isValid(value)) errors.push(`${name} ${message}`)
    return value
  }
  const list = (name: string, isValid: (value: string) => boolean, message: string) => {
    const values = (text(name) ?? '').split(',').flatMap((value) => value.trim() || [])
    if (!values.every(isValid)) errors.push(`${name} ${message}`)
    return values
  }

  const port = check('PORT', isPort, 'must be a whole number from 0 to 65535') ?? '3000'
  const databaseUrl = check('DATABASE_URL', isPostgresUrl, 'must start with postgres://')
  const databaseReadUrl = check('DATABASE_READ_URL', isPostgresUrl, 'must start with postgres://')
  if (databaseReadUrl !== null && databaseUrl === null)
    errors.push('DATABASE_READ_URL requires DATABASE_URL')
  const databaseListenUrl = check(
    'DATABASE_LISTEN_URL',
    isPostgresUrl,
    'must start with postgres://',
  )
  if (databaseListenUrl !== null && databaseUrl === null)
    errors.push('DATABASE_LISTEN_URL requires DATABASE_URL')
  const demo = check('SALEROOM_DEMO', isSwitch, 'must be 0 or 1')
  const publicDemo = check('SALEROOM_ALLOW_PUBLIC_DEMO', isSwitch, 'must be 0 or 1')
  const vitals = check('SALEROOM_VITALS', isSwitch, 'must be 0 or 1')
  const adminEmail = check('SALEROOM_ADMIN_EMAIL', isEmail, 'must be an email address')
  const adminPassword = text('SALEROOM_ADMIN_PASSWORD')
  const passwordError = adminPassword === null ? null : validatePassword(adminPassword)
  if (passwordError !== null) errors.push(`SALEROOM_ADMIN_PASSWORD m${passwordError.slice(1)}`)
  if (adminPassword !== null && adminEmail === null)
    errors.push('SALEROOM_ADMIN_PASSWORD requires SALEROOM_ADMIN_EMAIL')
  const smtpUrl = check(
    'SMTP_URL',
    (value) => /^smtps?:\/\/./.test(value),
    'must start with smtp:// or smtps://',
  )
  if (smtpUrl !== null && /^smtps?:\/\/./.test(smtpUrl) && !isSmtpUrl(smtpUrl))
    errors.push(
      'SMTP_URL must be smtp://user:password@host:port. Percent-encode special characters of the user and the password: # is %23, / is %2F, ? is %3F, : is %3A, @ is %40, % is %25',
    )
  const mailFrom = text('MAIL_FROM')
  if (smtpUrl !== null && mailFrom === null) errors.push('SMTP_URL requires MAIL_FROM')
  const secret = check(
    'SALEROOM_SECRET',
    (value) => value.length >= MIN_SECRET_LENGTH,
    `must be at least ${MIN_SECRET_LENGTH} characters`,
  )
  const oldSecret = check(
    'SALEROOM_SECRET_OLD',
    (value) => value.length >= MIN_SECRET_LENGTH,
    `must be at least ${MIN_SECRET_LENGTH} characters`,
  )
  if (oldSecret !== null && secret === null)
    errors.push('SALEROOM_SECRET_OLD requires SALEROOM_SECRET')
  if (oldSecret !== null && oldSecret === secret)
    errors.push('SALEROOM_SECRET_OLD must not be SALEROOM_SECRET')
  if (secret === null && databaseUrl !== null)
    errors.push('DATABASE_URL requires SALEROOM_SECRET, the same for every process')
  const backupFolder = text('SALEROOM_BACKUP_FOLDER')
  if (backupFolder !== null && databaseUrl !== null)
    errors.push(
      'SALEROOM_BACKUP_FOLDER is for the embedded database; back up PostgreSQL with pg_dump or pgBackRest (docs/operating.md)',
    )
  const backupHours = check(
    'SALEROOM_BACKUP_HOURS',
    isCountUpTo(MAX_BACKUP_HOURS),
    `must be a whole number from 1 to ${MAX_BACKUP_HOURS}`,
  )
  const backupsKept = check(
    'SALEROOM_BACKUP_KEEP',
    isCountUpTo(MAX_BACKUPS_KEPT),
    `must be a whole number from 1 to ${MAX_BACKUPS_KEPT}`,
  )
  if (backupHours !== null && backupFolder === null)
    errors.push('SALEROOM_BACKUP_HOURS requires SALEROOM_BACKUP_FOLDER')
  if (backupsKept !== null && backupFolder === null)
    errors.push('SALEROOM_BACKUP_KEEP requires SALEROOM_BACKUP_FOLDER')
  const metricsPort = check(
    'SALEROOM_METRICS_PORT',
    isPort,
    'must be a whole number from 0 to 65535',
  )
  if (metricsPort !== null && metricsPort === port && port !== '0')
    errors.push('SALEROOM_METRICS_PORT must not be PORT')
  const metricsToken = check(
    'SALEROOM_METRICS_TOKEN',
    (value) => value.length >= MIN_SECRET_LENGTH,
    `must be at least ${MIN_SECRET_LENGTH} characters`,
  )
  const originError = 'must be origins such as https://example.com, separated by commas'
  const proxies = list(
    'SALEROOM_TRUST_PROXY',
    isProxy,
    'must be addresses or networks such as 10.0.0.0/8, separated by commas',
  )

  const publicUrl = (
    check('PUBLIC_URL', isOrigin, 'must be an origin such as https://sales.example.com') ??
    `http://localhost:${port}`
  ).replace(/\/$/, '')

  const settings: Settings = {
    port: Number(port),
    host: text('HOST') ?? '127.0.0.1',
    dataFolder: asFolder(text('SALEROOM_DATA') ?? './data'),
    databaseUrl,
    databaseReadUrl,
    databaseListenUrl,
    // A first admin means real data, not a demo.
    hasDemo: demo === null ? databaseUrl === null && adminEmail === null : demo === '1',
    isSale: demo === '0' || (demo === null && adminEmail !== null),
    allowsPublicDemo: publicDemo === '1',
    adminEmail,
    adminPassword,
    publicUrl,
    origins: list('SALEROOM_ORIGINS', isOrigin, originError).map(asOrigin),
    smtpUrl,
    mailFrom,
    brevoUrl: check('BREVO_API_URL', isHttpUrl, 'must be an http or https URL'),
    secret,
    oldSecret,
    backups:
      backupFolder === null
        ? null
        : {
            folder: asFolder(backupFolder),
            everyHours: Number(backupHours ?? 24),
            keep: Number(backupsKept ?? 14),
          },
    mediaOrigins: list('SALEROOM_MEDIA_ORIGINS', isOrigin, originError).map(asOrigin),
    collectsVitals: vitals === '1',
    metricsPort: metricsPort === null ? null : Number(metricsPort),
    metricsToken,
    trustProxy: proxies.length === 0 ? null : proxies.join(','),
    telegramToken: text('TELEGRAM_BOT_TOKEN'),
    telegramUrl: check('TELEGRAM_API_URL', isHttpUrl, 'must be an http or https URL'),
    pushOrigins: list('SALEROOM_PUSH_ORIGINS', isOrigin, originError).map(asOrigin),
    rpcOrigins: list('SALEROOM_RPC_ORIGINS', isOrigin, originError).map(asOrigin),
    vapidSubject:
      check('SALEROOM_VAPID_SUBJECT', isContact, 'must start with mailto: or https://') ??
      defaultContact(publicUrl, mailFrom),
  }
  if (errors.length > 0) throw new SettingsError(errors.map((message) => `${message}.`).join('\n'))
  return settings
}

/** An absolute folder. In a settings file, no shell expands the tilde. */
function asFolder(value: string): string {
  return path.resolve(value.replace(/^~(?=\/|$)/, homedir()))
}

/** The contact for push services, which write to it if something is wrong with the messages. */
function defaultContact(publicUrl: string, mailFrom: string | null): string {
  if (publicUrl.startsWith('https://')) return publicUrl
  const address = mailFrom === null ? undefined : /[^\s<>@]+@[^\s<>@]+/.exec(mailFrom)?.[0]
  return `mailto:${address ?? 'operator@saleroom.example'}`
}

function isContact(value: string): boolean {
  return /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(value) && URL.canParse(value)
}

function isSwitch(value: string): boolean {
  return value === '0' || value === '1'
}

function isCountUpTo(most: number) {
  return (value: string) => /^[1-9]\d{0,5}$/.test(value) && Number(value) <= most
}

function isPort(value: string): boolean {
  return /^\d{1,5}$/.test(value) && Number(value) <= 65_535
}

export function isPostgresUrl(value: string): boolean {
  return /^postgres(?:ql)?:\/\/./.test(value) && URL.canParse(value)
}

function isHttpUrl(value: string): boolean {
  return /^https?:\/\/./.test(value) && URL.canParse(value)
}

function isOrigin(value: string): boolean {
  return isHttpUrl(value) && `${asOrigin(value)}/` === `${value.toLowerCase().replace(/\/$/, '')}/`
}

function asOrigin(value: string): string {
  return URL.canParse(value) ? new URL(value).origin : value
}

function isEmail(value: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(value) && value.length <= 254
}

function isProxy(value: string): boolean {
  if (PROXY_NAMES.has(value)) return true
  const [address = '', bits = '1', ...rest] = value.split('/')
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= longest
}
