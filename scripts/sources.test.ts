import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { hashSources } from './sources.mjs'

const folder = mkdtempSync(path.join(tmpdir(), 'saleroom-sources-'))
afterAll(() => rmSync(folder, { recursive: true }))

const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), text)
}
let before: string
beforeEach(() => {
  write('src/app/App.tsx', 'one')
  before = hashSources(folder)
})

it.each([
  ['a changed file', () => write('src/app/App.tsx', 'two')],
  ['a new file', () => write('server/main.ts', 'one')],
  ['a build-time variable', () => vi.stubEnv('VITE_API_URL', 'https://api.example')],
])('%s makes another build', (_what, change) => {
  change()
  expect(hashSources(folder)).not.toBe(before)
  vi.unstubAllEnvs()
})

it.each(['src/app/App.test.tsx', 'README.md', 'dist/build.json'])(
  '%s is no part of a build',
  (file) => {
    write(file, 'one')
    expect(hashSources(folder)).toBe(before)
  },
)
