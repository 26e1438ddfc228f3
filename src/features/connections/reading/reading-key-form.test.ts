import { expect, test } from 'vitest'
import {
  EMPTY_READING_KEY,
  expiryEnd,
  readingKeyFormSchema,
  toReadingKeyCreate,
  type Expiry,
  type ReadingKeyForm,
} from './reading-key-form.ts'

const NOW = Date.parse('2025-11-20T22:30:00Z')
const GOOD: ReadingKeyForm = {
  ...EMPTY_READING_KEY,
  name: 'Monthly sheet',
  scopes: ['figures'],
  projects: ['AURA'],
}

test.each<[Partial<ReadingKeyForm>, string[]]>([
  [{}, []],
  [{ name: ' ' }, ['name: Enter a name']],
  [{ scopes: [] }, ['scopes: Choose what the key reads']],
  [{ projects: [] }, ['projects: Choose at least one project']],
  [{ projects: [], hasAllProjects: true }, []],
  [{ expiry: 'never' }, []],
  [{ expiry: 'date' }, ['date: Choose a date']],
  [{ expiry: 'date', date: '2025-13-40' }, ['date: Choose a date']],
  [{ expiry: 'date', date: '2025-11-19' }, ['date: Must be today or later']],
  [{ expiry: 'date', date: '2025-11-20' }, []],
  [{ expiry: 'date', date: '10000-01-01' }, ['date: Must be in the years 1 to 9999']],
  [{ expiry: '30', date: '2025-11-19' }, []],
])('%j: %j', (change, errors) => {
  const { error } = readingKeyFormSchema(() => NOW, 'UTC').safeParse({ ...GOOD, ...change })
  expect(error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []).toEqual(
    errors,
  )
})

test.each<[Expiry, string, string | null]>([
  ['30', 'UTC', '2025-12-20T23:59:59.999Z'],
  ['90', 'UTC', '2026-02-18T23:59:59.999Z'],
  ['year', 'UTC', '2026-11-20T23:59:59.999Z'],
  ['never', 'UTC', null],
  ['date', 'UTC', '2026-03-01T23:59:59.999Z'],
  // The next day has begun there.
  ['30', 'Asia/Tokyo', '2025-12-21T14:59:59.999Z'],
  ['date', 'Asia/Tokyo', '2026-03-01T14:59:59.999Z'],
  ['90', 'America/New_York', '2026-02-19T04:59:59.999Z'],
])('a key that expires %s in %s ends at the end of that day: %s', (expiry, zone, end) => {
  const form = { ...GOOD, expiry, date: '2026-03-01' }
  const at = expiryEnd(form, NOW, zone)
  expect(at === null ? null : new Date(at).toISOString()).toBe(end)
  expect(toReadingKeyCreate(form, NOW, zone).expires_at).toBe(end)
})

test('the request has the scopes in their order, and all projects as such', () => {
  const form: ReadingKeyForm = { ...GOOD, name: ' a ', scopes: ['leads', 'figures'] }
  expect(toReadingKeyCreate(form, NOW, 'UTC')).toMatchObject({
    name: 'a',
    scopes: ['figures', 'leads'],
    projects: ['AURA'],
  })
  expect(toReadingKeyCreate({ ...form, hasAllProjects: true }, NOW, 'UTC').projects).toBe('all')
})
