import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it, test } from 'vitest'
import { SETTING_NAMES } from '#scripts/settings-file.mjs'
import { root, SOURCES } from '#scripts/sources.mjs'

// Docker itself is not needed: docs/containers.md says how its commands were tried.

const read = (name: string) => readFileSync(path.join(root, name), 'utf8')
const [compose, dockerfile, example, page] = [
  'compose.yaml',
  'Dockerfile',
  '.env.example',
  'docs/containers.md',
].map(read)

const namesIn = (text = '', pattern: RegExp) =>
  new Set([...text.matchAll(pattern)].map(([, name = '']) => name))
const ofCompose = namesIn(compose, /\$\{(\w+)/g)
const known = new Set([...SETTING_NAMES, ...ofCompose, 'COMPOSE_PROFILES'])

test.each([
  ['.env.example', namesIn(example, /^#?([A-Z_]+)=/gm)],
  ['docs/containers.md', namesIn(page, /^([A-Z_]+)=/gm)],
])('%s has only settings that the server or compose.yaml reads', (_file, names) => {
  expect(names.size).toBeGreaterThan(2)
  expect([...names].filter((name) => !known.has(name))).toEqual([])
})

it('compose.yaml has a default for each setting that it reads itself', () => {
  const all = compose?.match(/\$\{\w+/g) ?? []
  expect(all.length).toBeGreaterThan(ofCompose.size)
  expect(compose?.match(/\$\{\w+:-[^}]*\}/g)).toHaveLength(all.length)
})

it('what compose.yaml sets is what the page says', () => {
  const [, block = ''] = /environment:\n((?: {6}\w+: .*\n| {6}#.*\n)+)/.exec(compose ?? '') ?? []
  const set = [...namesIn(block, /^ {6}([A-Z_]+):/gm)]
  expect(set).toEqual(['HOST', 'PORT', 'SALEROOM_DATA', 'SALEROOM_TRUST_PROXY'])
  expect(page).toContain('except HOST, PORT and SALEROOM_TRUST_PROXY')
})

it('the page explains each service, with its profile', () => {
  const services = namesIn(compose?.split('\nvolumes:')[0], /^ {2}(\w+):$/gm)
  expect(services).toEqual(new Set(['saleroom', 'postgres', 'backup', 'proxy']))
  for (const service of services) {
    const [, text = ''] =
      new RegExp(`^  ${service}:\n((?:    .*\n|\n)+)`, 'm').exec(compose ?? '') ?? []
    const profile = /profiles: \[(\w+)\]/.exec(text)?.[1] ?? ''
    expect(page).toMatch(new RegExp(`^\\| ${service} \\| ${profile} ?\\|`, 'm'))
    expect(text).toContain('logging: *logging')
  }
})

it('a build of the image gets every source', () => {
  const allowed = namesIn(read('.dockerignore'), /^!(.+)$/gm)
  const isAllowed = (source: string) =>
    allowed.has(source) || (/^tsconfig.*\.json$/.test(source) && allowed.has('tsconfig*.json'))
  expect(SOURCES.filter((source) => !isAllowed(source))).toEqual([])
  // What is not part of the project stays outside, such as settings and data.
  expect(read('.dockerignore')).toMatch(/^\*$/m)
})

it('the image runs a version of Node.js that is supported, and checks readiness', () => {
  const major = Number(/^ARG NODE=.*\/node:(\d+)/m.exec(dockerfile ?? '')?.[1])
  expect(major).toBeGreaterThanOrEqual(22)
  expect(major % 2).toBe(0)
  expect(dockerfile).toMatch(/^HEALTHCHECK[^\n]*\\\n.*\/v1\/ready/m)
  expect(dockerfile?.lastIndexOf('\nUSER saleroom')).toBeGreaterThan(
    dockerfile?.lastIndexOf('\nFROM') ?? Infinity,
  )
})

it('argon2 and sharp have their programs for both architectures', () => {
  const lock: { packages: Record<string, object> } = JSON.parse(read('package-lock.json'))
  const native = Object.keys(lock.packages).filter((name) => /-linux-x64(?:-gnu)?$/.test(name))
  const own = native.filter((name) => /argon2|@img\/sharp/.test(name))
  expect(own).toHaveLength(3)
  for (const name of own) expect(lock.packages).toHaveProperty([name.replace('x64', 'arm64')])
})
