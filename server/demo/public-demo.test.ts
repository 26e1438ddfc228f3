import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSettings } from '#server/settings.ts'
import { addUser } from '#tests/support/server/builders.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'
import { requirePrivateDemo } from './public-demo.ts'

let empty: TestDatabase
let demo: TestDatabase
let sale: TestDatabase
beforeAll(async () => {
  ;[empty, demo, sale] = await Promise.all([
    openTestDatabase(),
    openTestDatabase(),
    openTestDatabase(),
  ])
  await addUser(demo.db, { email: 'marketing@saleroom.example' })
  // The default email address of the first admin.
  await addUser(sale.db, { email: 'admin@saleroom.example' })
})
afterAll(() => Promise.all([empty, demo, sale].map((database) => database.close())))

const start = (database: TestDatabase, environment: Record<string, string>) =>
  requirePrivateDemo(database.db, readSettings(environment))

const PRIVATE = [
  {},
  { HOST: '127.0.0.1' },
  { HOST: '127.8.9.1' },
  { HOST: '::1' },
  { HOST: 'localhost' },
  { PUBLIC_URL: 'http://127.0.0.1:3000' },
  { PUBLIC_URL: 'http://[::1]:3000' },
  { PUBLIC_URL: 'http://app.localhost' },
]
const PUBLIC = [
  { HOST: '0.0.0.0' },
  { HOST: '::' },
  { HOST: '10.0.0.3' },
  { HOST: 'sales.example' },
  { PUBLIC_URL: 'https://sales.example' },
  { PUBLIC_URL: 'https://localhost' },
  { PUBLIC_URL: 'http://sales.example' },
  { PUBLIC_URL: 'http://192.168.1.2:3000' },
]

test.each(PRIVATE)('with %j the demo is created and served', async (environment) => {
  await expect(start(empty, environment)).resolves.toBeUndefined()
  await expect(start(demo, environment)).resolves.toBeUndefined()
})

test.each(PUBLIC)(
  'with %j a demo is neither created nor served, and the error names the setting',
  async (environment) => {
    const [[name, value] = ['', '']] = Object.entries(environment)
    await expect(start(demo, environment)).rejects.toThrow(
      `This database has the demo accounts, whose passwords are public, and ${name} is ${value}.`,
    )
    await expect(start(empty, environment)).rejects.toThrow(
      `An empty database gets the demo accounts, whose passwords are public, and ${name} is ${value}. Set SALEROOM_DEMO=0`,
    )
    const allowed = { ...environment, SALEROOM_ALLOW_PUBLIC_DEMO: '1' }
    await expect(start(demo, allowed)).resolves.toBeUndefined()
    await expect(start(empty, allowed)).resolves.toBeUndefined()
  },
)

test.each(PUBLIC)('with %j a sale is served', async (environment) => {
  await expect(start(sale, environment)).resolves.toBeUndefined()
  await expect(start(empty, { ...environment, SALEROOM_DEMO: '0' })).resolves.toBeUndefined()
  await expect(
    start(empty, { ...environment, SALEROOM_ADMIN_EMAIL: 'ann@example.com' }),
  ).resolves.toBeUndefined()
})

test.each([{ SALEROOM_DEMO: '0' }, { SALEROOM_ADMIN_EMAIL: 'ann@example.com' }])(
  'a server with %j does not serve a demo, even on this machine',
  async (environment) => {
    await expect(start(demo, environment)).rejects.toThrow('the settings are those of a real sale')
    await expect(start(sale, environment)).resolves.toBeUndefined()
    await expect(start(empty, environment)).resolves.toBeUndefined()
    await expect(start(demo, { ...environment, SALEROOM_DEMO: '1' })).resolves.toBeUndefined()
  },
)

test('an existing demo is refused with any value of SALEROOM_DEMO', async () => {
  await expect(start(demo, { HOST: '0.0.0.0', SALEROOM_DEMO: '0' })).rejects.toThrow(
    'This database has the demo accounts',
  )
})
