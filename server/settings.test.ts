import { homedir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const SECRET = 'a-secret-of-at-least-32-characters!'

test('the defaults are the embedded database, demo data and port 3000', () => {
  expect(readSettings({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataFolder: `${process.cwd()}/data`,
    databaseUrl: null,
    hasDemo: true,
    publicUrl: 'http://localhost:3000',
    origins: [],
    secret: null,
    backups: null,
    metricsPort: null,
    metricsToken: null,
  })
})

test('PostgreSQL has no demo data by default', () => {
  const postgres = { DATABASE_URL: 'postgres://app@db/sales', SALEROOM_SECRET: SECRET }
  expect(readSettings(postgres).hasDemo).toBe(false)
  expect(readSettings({ ...postgres, SALEROOM_DEMO: '1' }).hasDemo).toBe(true)
})

test('with a first admin there is no demo data by default', () => {
  const admin = { SALEROOM_ADMIN_EMAIL: 'ann@example.com' }
  expect(readSettings(admin).hasDemo).toBe(false)
  expect(readSettings({ ...admin, SALEROOM_DEMO: '1' }).hasDemo).toBe(true)
})

test('a tilde means the home folder, as in a shell', () => {
  expect(readSettings({ SALEROOM_DATA: '~/sale' }).dataFolder).toBe(path.join(homedir(), 'sale'))
  expect(readSettings({ SALEROOM_DATA: '/srv/~x' }).dataFolder).toBe('/srv/~x')
})

test('lists are split, and trailing slashes of origins are removed', () => {
  const settings = readSettings({
    SALEROOM_ORIGINS: 'https://a.example, https://B.example/',
    SALEROOM_TRUST_PROXY: 'loopback, 10.0.0.0/8',
    PUBLIC_URL: 'https://sales.example/',
  })
  expect(settings.origins).toEqual(['https://a.example', 'https://b.example'])
  expect(settings.trustProxy).toBe('loopback,10.0.0.0/8')
  expect(settings.publicUrl).toBe('https://sales.example')
})

test.each([
  [{}, 'mailto:operator@saleroom.example'],
  [{ PUBLIC_URL: 'http://sales.example' }, 'mailto:operator@saleroom.example'],
  [{ MAIL_FROM: 'Sales <sales@b.example>' }, 'mailto:sales@b.example'],
  [{ MAIL_FROM: 'sales@b.example', PUBLIC_URL: 'https://sales.example/' }, 'https://sales.example'],
  [
    { SALEROOM_VAPID_SUBJECT: 'mailto:ops@b.example', PUBLIC_URL: 'https://sales.example' },
    'mailto:ops@b.example',
  ],
  [{ SALEROOM_VAPID_SUBJECT: 'https://b.example/contact' }, 'https://b.example/contact'],
])('with %j, push services can write to %s', (environment, contact) => {
  expect(readSettings(environment).vapidSubject).toBe(contact)
})

test('backups by schedule need only a folder', () => {
  const folder = { SALEROOM_BACKUP_FOLDER: '~/backups' }
  const home = path.join(homedir(), 'backups')
  expect(readSettings(folder).backups).toEqual({ folder: home, everyHours: 24, keep: 14 })
  const often = { ...folder, SALEROOM_BACKUP_HOURS: '1', SALEROOM_BACKUP_KEEP: '48' }
  expect(readSettings(often).backups).toEqual({ folder: home, everyHours: 1, keep: 48 })
})

test('further push services and nodes may be private and without TLS', () => {
  const { pushOrigins, rpcOrigins } = readSettings({
    SALEROOM_PUSH_ORIGINS: 'http://127.0.0.1:9000/, https://Push.example',
    SALEROOM_RPC_ORIGINS: 'http://127.0.0.1:8545/, https://Node.example',
  })
  expect(pushOrigins).toEqual(['http://127.0.0.1:9000', 'https://push.example'])
  expect(rpcOrigins).toEqual(['http://127.0.0.1:8545', 'https://node.example'])
})

test.each([
  [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535.'],
  [{ PORT: '3000x' }, 'PORT must be a whole number from 0 to 65535.'],
  [
    { DATABASE_URL: 'mysql://x', SALEROOM_SECRET: SECRET },
    'DATABASE_URL must start with postgres://.',
  ],
  [
    { DATABASE_URL: 'postgres://x' },
    'DATABASE_URL requires SALEROOM_SECRET, the same for every process.',
  ],
  [{ DATABASE_READ_URL: 'postgres://x' }, 'DATABASE_READ_URL requires DATABASE_URL.'],
  [{ DATABASE_LISTEN_URL: 'postgres://x' }, 'DATABASE_LISTEN_URL requires DATABASE_URL.'],
  [{ DATABASE_LISTEN_URL: 'db:5432' }, 'DATABASE_LISTEN_URL must start with postgres://.'],
  [{ SALEROOM_SECRET: 'short' }, 'SALEROOM_SECRET must be at least 32 characters.'],
  [
    { SALEROOM_SECRET: SECRET, SALEROOM_SECRET_OLD: 'short' },
    'SALEROOM_SECRET_OLD must be at least 32 characters.',
  ],
  [{ SALEROOM_SECRET_OLD: SECRET }, 'SALEROOM_SECRET_OLD requires SALEROOM_SECRET.'],
  [
    { SALEROOM_SECRET: SECRET, SALEROOM_SECRET_OLD: SECRET },
    'SALEROOM_SECRET_OLD must not be SALEROOM_SECRET.',
  ],
  [
    { SALEROOM_METRICS_PORT: 'yes' },
    'SALEROOM_METRICS_PORT must be a whole number from 0 to 65535.',
  ],
  [{ SALEROOM_METRICS_PORT: '3000' }, 'SALEROOM_METRICS_PORT must not be PORT.'],
  [{ SALEROOM_METRICS_TOKEN: 'short' }, 'SALEROOM_METRICS_TOKEN must be at least 32 characters.'],
  [{ SALEROOM_DEMO: 'yes' }, 'SALEROOM_DEMO must be 0 or 1.'],
  [{ SALEROOM_ALLOW_PUBLIC_DEMO: 'yes' }, 'SALEROOM_ALLOW_PUBLIC_DEMO must be 0 or 1.'],
  [
    { SALEROOM_ADMIN_PASSWORD: 'long enough' },
    'SALEROOM_ADMIN_PASSWORD requires SALEROOM_ADMIN_EMAIL.',
  ],
  [
    { SALEROOM_ADMIN_EMAIL: 'a@b.example', SALEROOM_ADMIN_PASSWORD: 'short' },
    'SALEROOM_ADMIN_PASSWORD must be 8 to 128 characters.',
  ],
  [{ SALEROOM_ADMIN_EMAIL: 'nobody' }, 'SALEROOM_ADMIN_EMAIL must be an email address.'],
  [
    { PUBLIC_URL: 'https://a.example/app' },
    'PUBLIC_URL must be an origin such as https://sales.example.com.',
  ],
  [
    { SALEROOM_ORIGINS: 'a.example' },
    'SALEROOM_ORIGINS must be origins such as https://example.com, separated by commas.',
  ],
  [
    { SALEROOM_TRUST_PROXY: 'true' },
    'SALEROOM_TRUST_PROXY must be addresses or networks such as 10.0.0.0/8, separated by commas.',
  ],
  [{ SALEROOM_TRUST_PROXY: '10.0.0.0/33' }, 'SALEROOM_TRUST_PROXY must be addresses or networks'],
  [{ SALEROOM_TRUST_PROXY: '10.0.0.0/0' }, 'SALEROOM_TRUST_PROXY must be addresses or networks'],
  [
    { SALEROOM_PUSH_ORIGINS: 'https://push.example/send' },
    'SALEROOM_PUSH_ORIGINS must be origins such as https://example.com, separated by commas.',
  ],
  [
    { SALEROOM_RPC_ORIGINS: 'https://node.example/v2/key' },
    'SALEROOM_RPC_ORIGINS must be origins such as https://example.com, separated by commas.',
  ],
  [
    { SALEROOM_VAPID_SUBJECT: 'ops@b.example' },
    'SALEROOM_VAPID_SUBJECT must start with mailto: or https://.',
  ],
  [
    { SALEROOM_VAPID_SUBJECT: 'http://b.example' },
    'SALEROOM_VAPID_SUBJECT must start with mailto: or https://.',
  ],
  [
    {
      DATABASE_URL: 'postgres://x',
      SALEROOM_SECRET: SECRET,
      SALEROOM_BACKUP_FOLDER: '/backups',
    },
    'SALEROOM_BACKUP_FOLDER is for the embedded database; back up PostgreSQL with pg_dump or pgBackRest (docs/operating.md).',
  ],
  [{ SALEROOM_BACKUP_KEEP: '3' }, 'SALEROOM_BACKUP_KEEP requires SALEROOM_BACKUP_FOLDER.'],
  [
    { SALEROOM_BACKUP_FOLDER: '/backups', SALEROOM_BACKUP_HOURS: '0' },
    'SALEROOM_BACKUP_HOURS must be a whole number from 1 to 8760.',
  ],
  [
    { SALEROOM_BACKUP_FOLDER: '/backups', SALEROOM_BACKUP_KEEP: '1.5' },
    'SALEROOM_BACKUP_KEEP must be a whole number from 1 to 10000.',
  ],
  [{ SMTP_URL: 'smtp://mail.example' }, 'SMTP_URL requires MAIL_FROM.'],
  ...['pa#ss', 'pa/ss', 'pa?ss', 'pa@ss'].map((password): [Record<string, string>, string] => [
    { SMTP_URL: `smtp://kim:${password}@mail.example:587`, MAIL_FROM: 'a@b.example' },
    'Percent-encode special characters of the user and the password: # is %23, / is %2F',
  ]),
  [
    { SMTP_URL: 'mail.example', MAIL_FROM: 'a@b.example' },
    'SMTP_URL must start with smtp:// or smtps://.',
  ],
])('%j is refused in one clear line', (environment, message) => {
  expect(() => readSettings(environment)).toThrow(message)
})

test('every error has its own line', () => {
  expect(() => readSettings({ PORT: 'x', SALEROOM_DEMO: 'x' })).toThrow(
    /^PORT .*\nSALEROOM_DEMO .*$/,
  )
})
