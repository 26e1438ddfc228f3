import { expect, test } from 'vitest'
import { describeDatabase } from '#server/lifecycle/boot.ts'
import { userName } from './command-line.ts'
import { readSettings } from '#server/settings.ts'

test('who has no name on the machine is on record by number', () => {
  const nameless = () => {
    throw new Error('uv_os_get_passwd returned ENOENT')
  }
  expect(userName(nameless)).toBe(String(process.getuid?.()))
})

test.each([
  [{ SALEROOM_DATA: '/srv/sale' }, '/srv/sale'],
  [
    { DATABASE_URL: 'postgres://ann:pass-word@db.example:5433/sale?sslmode=require' },
    'PostgreSQL sale on db.example:5433',
  ],
  [{ DATABASE_URL: 'postgres:///sale?host=/run/pg' }, 'PostgreSQL sale on /run/pg'],
])('with %j a command says which database it works on, without a password', (where, name) => {
  const settings = readSettings({ SALEROOM_SECRET: 's'.repeat(32), ...where })
  expect(describeDatabase(settings)).toBe(name)
})
