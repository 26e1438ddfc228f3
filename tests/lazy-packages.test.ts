import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#scripts/sources.mjs'

/** Packages that many servers never use, 5 to 30 MB of memory each. */
const LAZY = ['sharp', 'file-type', 'nodemailer', 'web-push', 'viem', '@simplewebauthn/server']
/** The embedded database, in the files that a server on PostgreSQL does not load. */
const ENGINE = '@electric-sql/pglite'
const ENGINE_FILES = new Set(['db/engine/embedded.ts', 'db/engine/pglite-worker.mjs'])

/** The static imports of packages in a file, without those of types. */
function importsOf(text: string): string[] {
  const found = text.matchAll(/^import (?!type )[^']*? from '((?:@[^/']+\/)?[^./#'][^/']*)/gm)
  return [...found].map(([, name = '']) => name)
}

test('a start loads no package that only some servers need', () => {
  const folder = path.join(root, 'server')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => /(?<!\.test)\.(?:ts|mjs)$/.test(file))
  const early = files.flatMap((file) =>
    importsOf(readFileSync(path.join(folder, file), 'utf8'))
      .filter((name) => LAZY.includes(name) || (name === ENGINE && !ENGINE_FILES.has(file)))
      .map((name) => `${file}: ${name}`),
  )
  expect(files).toContain('main.ts')
  expect(early).toEqual([])
})

test('imports of types and of functions are distinguished', () => {
  expect(importsOf("import type { Sharp } from 'sharp'\nimport sharp from 'sharp'\n")).toEqual([
    'sharp',
  ])
  expect(importsOf("import { a } from '@electric-sql/pglite/nodefs'")).toEqual([ENGINE])
  expect(importsOf("import { b } from '#server/db/engine/open.ts'\nimport './c.ts'")).toEqual([])
})
