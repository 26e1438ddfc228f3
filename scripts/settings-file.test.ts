import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadSettings, parseSettings, SETTING_NAMES } from './settings-file.mjs'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'saleroom-settings-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')

test('comments and blank lines are ignored, and one pair of quotes is removed', () => {
  const text = `\uFEFF# a sale\r\n\r\nPORT=4000\r\n  export SALEROOM_DATA = "~/my sale"\n#HOST=0.0.0.0\nSMTP_URL=smtps://u:p#=w@mail.example\nMAIL_FROM='Sale <a@b.example>'\nSALEROOM_SECRET=\n`
  expect(parseSettings(text)).toEqual({
    PORT: '4000',
    SALEROOM_DATA: '~/my sale',
    SMTP_URL: 'smtps://u:p#=w@mail.example',
    MAIL_FROM: 'Sale <a@b.example>',
    SALEROOM_SECRET: '',
  })
})

test.each([
  [
    'PORT=1\nSALEROOM_DTA=./sale',
    'saleroom.env, line 2: SALEROOM_DTA is not a setting of the server.',
  ],
  ['__proto__=1', '__proto__ is not a setting of the server.'],
  ['PORT 4000', 'saleroom.env, line 1: expected NAME=value.'],
  ['PORT=1\nPORT=2', 'saleroom.env, line 2: PORT is set twice.'],
])('%j is refused with the number of its line', (text, message) => {
  expect(() => parseSettings(text)).toThrow(message)
})

test('environment variables take precedence, even empty ones', () => {
  writeFileSync(path.join(folder, 'saleroom.env'), 'PORT=4000\nHOST=::1\nSALEROOM_DEMO=1\n')
  const environment = { PORT: '5000', HOST: '' }
  loadSettings(folder, environment)
  expect(environment).toEqual({ PORT: '5000', HOST: '', SALEROOM_DEMO: '1' })
})

test('a folder with settings gets a demo only if they request one', () => {
  writeFileSync(path.join(folder, 'saleroom.env'), 'SALEROOM_DATA=/srv/sale\n')
  const environment = {}
  loadSettings(folder, environment)
  expect(environment).toEqual({ SALEROOM_DATA: '/srv/sale', SALEROOM_DEMO: '0' })
})

test('a folder without the file changes nothing', () => {
  const environment = {}
  loadSettings(path.join(folder, 'none'), environment)
  expect(environment).toEqual({})
})

test('the file allows every setting that the server reads, and the table of settings explains each', () => {
  const inServer = [...read('server/settings.ts').matchAll(/(?:text|check|list)\(\s*'([A-Z_]+)'/g)]
  const names = new Set(inServer.map(([, name = '']) => name))
  expect([...SETTING_NAMES].toSorted()).toEqual([...names].toSorted())
  const table = read('docs/operating.md')
  expect(SETTING_NAMES.filter((name) => !table.includes(name))).toEqual([])
})
