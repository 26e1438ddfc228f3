import { expect, test } from 'vitest'
import { isDatabaseUnavailable } from './unavailable.ts'

const error = (code?: string, message = 'failed', further = {}) =>
  Object.assign(new Error(message), code === undefined ? {} : { code }, further)

test.each([
  ['a refused connection', error('ECONNREFUSED')],
  ['a host with several addresses', new AggregateError([error('ECONNREFUSED')])],
  ['a socket file that is gone', error('ENOENT', 'connect ENOENT', { syscall: 'connect' })],
  ['a broken connection', error(undefined, 'Connection terminated unexpectedly')],
  ['no free connection', error(undefined, 'timeout exceeded when trying to connect')],
  ['a connection failure', error('08006')],
  ['a password that has changed', error('28P01')],
  ['too many connections', error('53300')],
  ['a full disk', error('53100')],
  ['a shutdown', error('57P01')],
  ['recovery', error('57P03')],
  ['a read-only server', error('25006')],
])('%s means that the database is unavailable', (_, thrown) => {
  expect(isDatabaseUnavailable(thrown)).toBe(true)
})

test.each([
  ['a statement that took too long', error('57014')],
  ['a unique violation', error('23505')],
  ['a missing file', error('ENOENT', 'open ENOENT', { syscall: 'open' })],
  ['a bug', new TypeError('x is undefined')],
  ['something that is no error', 'ECONNREFUSED'],
])('%s does not', (_, thrown) => {
  expect(isDatabaseUnavailable(thrown)).toBe(false)
})
