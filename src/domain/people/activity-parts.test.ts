import { expect, test } from 'vitest'
import { readingKeyDetails } from './activity-parts.ts'
import { describeActivity } from './activity-text.ts'

test.each([
  [
    {
      scopes: ['figures', 'lists'],
      projects: ['AURA', 'HELIX'],
      expires_at: '2026-02-18T12:00:00Z',
    },
    'figures, lists; AURA, HELIX; until Feb 18, 2026',
  ],
  [{ scopes: ['leads'], projects: 'all', expires_at: null }, 'leads; all projects; without an end'],
  [{ scopes: ['leads'], projects: [], expires_at: 'soon' }, 'leads'],
  [{}, ''],
])('a reading key with %j: %s', (values, details) => {
  expect(readingKeyDetails(values)).toBe(details)
})

test.each([
  ['reading_key.created', 'Created a reading key Sync (leads; all projects)'],
  ['reading_key.revoked', 'Revoked a reading key Sync'],
])('the entry %s reads %s', (action, text) => {
  const { title, parts } = describeActivity({
    action,
    object: 'reading_key',
    object_id: '1',
    created_at: '2026-02-18T12:00:00Z',
    before: action === 'reading_key.revoked' ? { name: 'Sync' } : null,
    after: action === 'reading_key.revoked' ? null : AFTER,
  })
  const texts = parts.map((part) => (part.is === 'text' ? part.text : part.is))
  expect([title, ...texts].join(' ')).toBe(text)
})

const AFTER = { name: 'Sync', scopes: ['leads'], projects: 'all' }
