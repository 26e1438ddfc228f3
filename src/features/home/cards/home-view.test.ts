import { expect, test } from 'vitest'
import { emptyHint } from './home-view.ts'

test.each([
  [true, true, ['a.example'], 'Try a longer period or more projects.'],
  [true, false, ['a.example'], 'Try a longer period.'],
  [false, true, ['a.example'], 'Try more projects.'],
  [false, false, ['a.example'], 'They appear here once a.example sends them.'],
  [false, false, ['a.example', 'b.example'], 'They appear here once the sites send them.'],
])('longer %s, more %s, of %j: %s', (canLengthen, canAddProjects, sites, hint) => {
  expect(emptyHint({ canLengthen, canAddProjects, sites })).toBe(hint)
})
