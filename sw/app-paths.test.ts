import { expect, test } from 'vitest'
import { NOT_THE_APP } from './app-paths.ts'

/** `address` is a path with its query, as the router passes it. */
const isApp = (address: string) => !NOT_THE_APP.some((pattern) => pattern.test(address))

test.each([
  ['/', true],
  ['/leads?projects=A.B', true],
  ['/verify-email?token=a.b', true],
  ['/?source=https://aura.example/x.html', true],
  ['/v1/leads/csv?fields=email', false],
  ['/v1', false],
  ['/v10', true],
  ['/assets/index-1.js', false],
  ['/manifest.webmanifest?x=1', false],
  ['/sw.js', false],
])('%s is a page of the app: %s', (address, expected) => {
  expect(isApp(address)).toBe(expected)
})
