import { expect, test } from 'vitest'
import { matchesPath, pathSegments } from './page-path.ts'

test.each([
  ['/', '/', true],
  ['/users', '/users', true],
  ['/users', '/users/', true],
  ['/users', '/', false],
  ['/users', '/user', false],
  ['/users', '/users/AURA/0x1', false],
  ['/users/:project/:address', '/users/AURA/0x1', true],
  ['/users/:project/:address', '/users/A%20B/0x1/', true],
  ['/users/:project/:address', '/users/AURA', false],
  ['/users/:project/:address', '/transactions/AURA/1', false],
])('the pattern %s on the path %s: %s', (pattern, path, matches) => {
  expect(matchesPath(pattern, path)).toBe(matches)
})

test('the segments of a path are decoded once', () => {
  expect(pathSegments('/users/100%2525%20A%3FB/0x1/')).toEqual(['users', '100%25 A?B', '0x1'])
})

test('a segment that is not well encoded stays as it is', () => {
  expect(pathSegments('/users/50%/1')).toEqual(['users', '50%', '1'])
})
