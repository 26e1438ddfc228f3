import { expect, test } from 'vitest'
import { describeDatabase, hidePassword } from '#server/lifecycle/boot.ts'
import { readSettings } from '#server/settings.ts'
import { userName } from './admin-client.ts'

test('a user without a name on the machine is recorded by number', () => {
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
])('with %j a command prints its database without the password', (where, name) => {
  const settings = readSettings({ SALEROOM_SECRET: 's'.repeat(32), ...where })
  expect(describeDatabase(settings)).toBe(name)
})

test.each([
  [
    'postgres://ann:pass@word@db.example:5433/sale',
    'postgres://ann:<password>@db.example:5433/sale',
  ],
  ['postgres://ann:p%40ss%3A@db.example/sale', 'postgres://ann:<password>@db.example/sale'],
  [
    'postgres://ann@db.example/sale?sslmode=require&password=pass-word',
    'postgres://ann@db.example/sale?sslmode=require&password=<password>',
  ],
  ['postgres://ann@db.example/sale', 'postgres://ann@db.example/sale'],
  ['postgres:///sale?host=/run/pg', 'postgres:///sale?host=/run/pg'],
])('the URL %s is shown as %s', (url, shown) => {
  expect(hidePassword(url)).toBe(shown)
})
