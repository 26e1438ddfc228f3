import { expect, test, vi } from 'vitest'
import { chunkPolicy } from './trusted-types.ts'

test.each([
  ['without Trusted Types', undefined],
  ['with Trusted Types', { createPolicy: (_name: string, rules: object) => rules }],
])('a browser %s loads the chunks of this build only', (_browser, factory) => {
  vi.stubGlobal('trustedTypes', factory)
  const toUrl = chunkPolicy(['shell-1.js'])
  vi.unstubAllGlobals()
  expect(toUrl('shell-1.js')).toBe('/assets/shell-1.js')
  expect(() => toUrl('../other.js')).toThrow('is not a chunk of this build')
})
