import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { importCircles } from './support/house/circles.ts'
import { importViolations } from './support/house/imports.ts'
import { hastyTests } from './support/house/limits.ts'
import * as rules from './support/house/rules.ts'
import { readCheckout, root } from './support/house/tree.ts'
import type { Violation, Tree } from './support/house/tree.ts'
import { replacedWords } from './support/house/words.ts'

interface Rule {
  rule: string
  check: (tree: Tree) => Violation[]
  /** Small trees, each with exactly one violation. */
  planted: Record<string, string>[]
  /** What looks like a violation and isn't. */
  allowed?: Record<string, string>
}

const imports = (file: string, from: string, kind = 'import { a }') => ({
  [file]: `${kind} from '${from}'\n`,
})
const lines = (count: number) => 'a\n'.repeat(count)
const many = (folder: string, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${folder}/a${at}.ts`, '']))
const checkout = readCheckout()
const topLevel = Object.fromEntries([...checkout.keys()].map((file) => [file, '']))

const RULES: Rule[] = [
  {
    rule: 'imports follow the arrows and are written one way',
    check: importViolations,
    planted: [
      imports('src/ui/controls/Button.tsx', '../app/x.ts'),
      imports('src/ui/controls/Button.tsx', './x'),
      imports('src/ui/controls/Button.tsx', '#src/ui/controls/Icon.tsx'),
      imports('src/ui/controls/Button.tsx', '#src/domain/money'),
      imports('src/ui/controls/Button.tsx', '#src/api/http.ts'),
      imports('src/wire/users.ts', 'dayjs'),
      imports('src/wire/users.ts', '#src/domain/people/roles.ts'),
      imports('src/domain/people/roles.ts', '#src/wire/users.ts'),
      imports('src/domain/people/roles.ts', '#src/wire/users.ts', 'import { MAX_A, aSchema }'),
      imports('src/domain/people/roles.ts', '#src/wire/users.ts', 'import * as A'),
      imports('src/domain/people/roles.ts', 'react'),
      imports('src/domain/people/roles.ts', '#src/state/filters.ts', 'import type { A }'),
      imports('src/state/filters.ts', '#src/api/http.ts'),
      imports('src/api/http.ts', '#src/ui/toasts.tsx'),
      imports('src/features/home/HomePage.tsx', '#src/features/leads/LeadsPage.tsx'),
      imports('src/features/home/HomePage.tsx', '#src/app/routes.tsx'),
      imports('src/writes/drafts.ts', '#src/records/list/ListPage.tsx'),
      imports('src/records/list/ListPage.tsx', '#src/features/leads/LeadsPage.tsx'),
      imports('src/figures/as-of.ts', '#src/records/list/ListPage.tsx'),
      imports('src/records/list/ListPage.tsx', '#src/projects/ProjectName.tsx'),
      imports('src/session/refresh.ts', '#src/cache/persister.ts'),
      imports('src/cache/persister.ts', '#src/api/http.ts'),
      imports('src/figures/as-of.ts', '#src/features/home/HomePage.tsx'),
      imports('src/api/projects.ts', '#src/figures/period-query.ts'),
      imports('src/records/list/Table.tsx', '#src/records/list/ListPage.tsx'),
      imports('src/records/list/Table.tsx', '#src/account/PasswordForm.tsx'),
      imports('src/account/PasswordForm.tsx', '#src/features/account/AccountPage.tsx'),
      imports('src/app/routes.tsx', '#server/app.ts'),
      imports('src/app/routes.tsx', '#sw/strategies.ts'),
      imports('src/app/routes.tsx', 'node:fs'),
      imports('src/features/team/InviteDialog.tsx', 'react-hook-form', 'import { useForm }'),
      imports('server/app.ts', '#src/state/filters.ts'),
      imports('server/app.ts', '#tests/support/server/app.ts'),
      imports('sw/sw.ts', '#src/wire/users.ts'),
      { 'src/api/http.ts': "const page = import('#src/features/home/HomePage.tsx')\n" },
      { 'src/ui/Card.tsx': "import {\n  a,\n  b,\n} from '#src/state/filters.ts'\n" },
      { 'src/ui/Card.tsx': "export { a } from '#src/state/filters.ts'\n" },
    ],
    allowed: {
      ...imports('src/domain/people/roles.ts', '#src/wire/users.ts', 'import type { Role }'),
      ...imports('src/domain/a.ts', '#src/wire/users.ts', 'import { MAX_A, type Role }'),
      ...imports('src/ui/lists/Pager.tsx', './fields/TextField.tsx'),
      ...imports('src/writes/use-short-form.ts', 'react-hook-form', 'import { useForm }'),
      ...imports('src/ui/Card.tsx', 'react-hook-form', 'import { Controller }'),
      ...imports('src/main.tsx', '#src/app/App.tsx'),
      ...imports('src/features/account/AccountPage.tsx', '#src/account/PasswordForm.tsx'),
      ...imports('src/account/PasswordForm.tsx', '#src/records/page/Facts.tsx'),
      ...imports('src/app/worker.ts', '#sw/messages.ts'),
      ...imports('src/records/list/ListPage.tsx', '#src/writes/drafts.ts'),
      ...imports('src/features/home/HomePage.tsx', '#src/ui/Card.tsx'),
      ...imports('src/features/home/HomeHead.tsx', '#src/figures/as-of.ts'),
      ...imports('src/figures/as-of.ts', '#src/api/projects.ts'),
      ...imports('src/app/filters/use-period.ts', '#src/figures/as-of.ts'),
      'src/features/leads/LeadsPage.tsx': "import { a } from '#src/records/list/ListPage.tsx'\n",
      ...imports('src/features/home/HomePage.test.tsx', '#server/app.ts'),
      'src/ui/Card.tsx': "// import { a } from '#src/state/filters.ts'\nimport './card.css'\n",
    },
  },
  {
    rule: 'no imports form a circle, between files or between folders of the server',
    check: importCircles,
    planted: [
      { ...imports('src/ui/A.tsx', './B.tsx'), ...imports('src/ui/B.tsx', './A.tsx') },
      {
        'src/ui/C.tsx': "const load = () => import('./D.tsx')\n",
        ...imports('src/ui/D.tsx', './C.tsx'),
      },
      {
        ...imports('server/db/a.ts', './b.ts', 'import type { A }'),
        ...imports('server/db/b.ts', './c.ts'),
        ...imports('server/db/c.ts', '#server/db/a.ts'),
      },
      {
        ...imports('server/http/a.ts', '#server/auth/a.ts'),
        ...imports('server/auth/b.ts', '#server/http/b.ts', 'import type { A }'),
        'server/auth/a.ts': '',
        'server/http/b.ts': '',
      },
      {
        ...imports('server/app.ts', '#server/http/a.ts'),
        ...imports('server/http/b.ts', '#server/app.ts'),
        'server/http/a.ts': '',
      },
    ],
    allowed: {
      ...imports('server/app.ts', '#server/http/a.ts'),
      ...imports('server/http/a.ts', '#server/dependencies.ts'),
      ...imports('server/dependencies.ts', '#server/db/a.ts'),
      ...imports('server/http/a.test.ts', '#server/app.ts'),
      'src/ui/C.tsx': "const load = () => import('./D.tsx')\n",
      ...imports('src/ui/D.tsx', './E.tsx', 'import type { A }'),
      'server/db/a.ts': '// import { a } from "#server/app.ts"\n',
    },
  },
  {
    rule: 'there are no barrels',
    check: rules.barrels,
    planted: [{ 'src/ui/index.ts': '' }, { 'src/ui/all.ts': "export * from './Card.tsx'\n" }],
  },
  {
    rule: 'no name is empty of meaning',
    check: rules.vagueNames,
    planted: [{ 'src/utils/a.ts': '' }, { 'src/ui/helpers.ts': '' }, { 'server/lib/b.ts': '' }],
    allowed: { 'src/domain/time/time-units.ts': '' },
  },
  {
    rule: 'a component file is named as its export, any other is kebab-case',
    check: rules.fileNames,
    planted: [
      { 'src/ui/Card.tsx': 'export function Panel() {}\n' },
      { 'src/domain/timeUnits.ts': '' },
    ],
    allowed: { 'src/ui/Card.tsx': 'export function Card() {}\n', 'src/api/use-action.ts': '' },
  },
  {
    rule: 'a file is under 400 lines unless it is data',
    check: rules.longFiles,
    planted: [{ 'src/ui/Card.tsx': lines(400) }],
    allowed: { 'src/ui/Card.tsx': lines(399), 'src/domain/countries/country-data.ts': lines(400) },
  },
  {
    rule: 'a folder is seen at a glance',
    check: rules.fullFolders,
    planted: [many('src/ui', 26), many('tests/support/server', 26)],
    allowed: { ...many('src/ui', 25), ...many('src/wire', 30), 'src/ui/a0.test.ts': '' },
  },
  {
    rule: 'product code exports by name',
    check: rules.defaultExports,
    planted: [{ 'src/ui/Card.tsx': 'export default function Card() {}\n' }],
    allowed: { 'vite.config.ts': 'export default {}\n' },
  },
  {
    rule: 'silencing the compiler or the linter carries its proof on the line above',
    check: rules.unprovenSilence,
    planted: [
      { 'src/ui/Card.tsx': 'const a = 1\n// oxlint-disable-next-line no-console\n' },
      { 'src/ui/Card.tsx': 'const a = 1\n// @ts-expect-error\n' },
    ],
    allowed: { 'src/ui/Card.tsx': '// the type lies: it is null at first\n// @ts-expect-error\n' },
  },
  {
    rule: 'an assertion carries its proof on the line above',
    check: rules.unprovenAssertions,
    planted: [
      { 'src/api/http.ts': 'const a = 1\nconst b = c as Answer\n' },
      { 'src/api/http.ts': 'const a = 1\nconst b = list[0]!\n' },
    ],
    allowed: {
      'src/api/http.ts':
        '// The list is never empty.\nconst b = list[0]!\nconst c = [1] as const\n',
      'src/ui/Menu.tsx': "import { Select as AriaSelect } from 'a'\nconst a = <b>Open as App</b>\n",
    },
  },
  {
    rule: 'nothing is any',
    check: rules.anys,
    planted: [
      { 'src/api/http.ts': 'const a: any = 1\n' },
      { 'src/api/http.ts': 'const a = b as any\n' },
      { 'src/api/http.ts': 'const a = new Map<string, any>()\n' },
    ],
    allowed: { 'src/api/http.ts': 'const any = 1 // any\n' },
  },
  {
    rule: 'comments have no rulers',
    check: rules.bannerComments,
    planted: [{ 'src/api/http.ts': '// ------- requests -------\n' }],
  },
  {
    rule: 'names use the terms of the field',
    check: replacedWords,
    planted: [
      { 'src/cache/persister.ts': 'function noteFault() {}\n' },
      { 'src/cache/persister.ts': 'export interface Fault {\n  a: 1\n}\n' },
      { 'src/cache/persister.ts': 'const moment = 1\n' },
      { 'src/cache/persister.ts': 'const text = `a ${told} b`\n' },
      { 'src/api/http-judge.ts': 'const a = 1\n' },
    ],
    allowed: {
      'src/cache/persister.ts':
        "const defaults = 'a fault' // what nobody asked\nconst momentum = /told/\n",
      'src/ui/Note.tsx': 'const a = <p>The server says {what}. Look here, or ask {whom}.</p>\n',
    },
  },
  {
    rule: 'a project is called a project',
    check: rules.otherWords,
    planted: [{ 'src/api/http.ts': `const presaleId = 1\n` }],
  },
  {
    rule: 'routes hold no SQL and the database folder no HTTP',
    check: rules.mixedLayers,
    planted: [
      { 'server/routes/sale/leads.ts': "db.selectFrom('leads')\n" },
      { 'server/routes/sale/leads.ts': "import { sql } from 'kysely'\n" },
      { 'server/db/records/leads.ts': "import type { FastifyRequest } from 'fastify'\n" },
    ],
    allowed: { 'server/db/records/leads.ts': "db.selectFrom('leads')\n" },
  },
  {
    rule: 'screens name the calls of src/wire and write no path of their own',
    check: rules.strayCalls,
    planted: [
      { 'src/features/leads/leads-csv.ts': "fetch('/v1/leads')\n" },
      { 'src/records/list/ListPage.tsx': "send({ ...call, method: 'POST' }, {})\n" },
      { 'src/app/App.tsx': "import { apiAddress } from '#src/session/address.ts'\n" },
      {
        'src/wire/leads.ts': "path: '/leads/csv',\n",
        'src/features/leads/leads-csv.ts': "const a = '/leads/csv'\n",
      },
      {
        'src/wire/users.ts': "path: '/users/:id',\n",
        'src/features/users/queries.ts': 'const a = `/users/${id}`\n',
      },
    ],
    allowed: {
      'src/wire/leads.ts': "path: '/leads',\n",
      'src/wire/transactions.ts': "path: '/transactions/:project_id/:id',\n",
      'src/app/routes.ts': "path: '/leads',\npath: '/transactions/:project/:id',\n",
      'src/records/record-hrefs.ts': 'const a = `/transactions/${project}/${id}`\n',
      'src/features/home/HomePage.tsx': '<Link href="/leads">Leads</Link>\n',
      'src/features/leads/LeadsPage.test.tsx': "serve({ '/v1/leads': [] })\n",
    },
  },
  {
    rule: 'one file knows the storage keys',
    check: rules.strayStorage,
    planted: [{ 'src/ui/Card.tsx': "localStorage.getItem('a')\n" }],
    allowed: { 'src/state/storage.ts': "localStorage.getItem('a')\n" },
  },
  {
    rule: 'no text becomes HTML',
    check: rules.rawHtml,
    planted: [
      { 'src/ui/Card.tsx': '<p dangerouslySetInnerHTML={{ __html: name }} />\n' },
      { 'src/ui/Card.tsx': 'element.innerHTML = name\n' },
      { 'src/ui/Card.tsx': "element.insertAdjacentHTML('beforeend', name)\n" },
    ],
    allowed: { 'src/ui/Card.tsx': '<p>{name}</p> // never innerHTML\n' },
  },
  {
    rule: 'no test is left out, sleeps, looks for test ids or keeps a big snapshot',
    check: rules.weakTests,
    planted: [
      { 'src/ui/Card.test.tsx': `it.skip('a', () => {})\n` },
      { 'src/ui/Card.test.tsx': `describe.only('a', () => {})\n` },
      { 'tests/e2e/home.spec.ts': `await page.waitForTimeout(100)\n` },
      { 'tests/e2e/home.spec.ts': `page.getByTestId('a')\n` },
      { 'src/ui/Card.tsx': '<p data-testid="a" />\n' },
      { 'src/ui/Card.snap': '' },
    ],
  },
  {
    rule: 'no unit test has a time limit under 30 s or goes by the clock, without a reason on the line above',
    check: hastyTests,
    planted: [
      { 'server/a.test.ts': 'await expect.poll(read, { timeout: 5000 }).toBe(1)\n' },
      { 'server/a.test.ts': 'await vi.waitFor(() => expect(a).toBe(1))\n' },
      { 'server/a.test.ts': 'await vi.waitUntil(isThere, { timeout: 60_000 })\n' },
      { 'server/a.test.ts': `test('a', () => {\n  act()\n}, 20_000)\n` },
      { 'src/ui/Card.test.tsx': 'configure({ asyncUtilTimeout: 8000 })\n' },
      { 'src/ui/Card.test.tsx': 'vi.setConfig({ testTimeout: 29_999 })\n' },
      { 'tests/support/api.ts': 'fetch(url, { signal: AbortSignal.timeout(1000) })\n' },
      { 'server/a.test.ts': 'expect(performance.now() - started).toBeLessThan(90_000)\n' },
      { 'server/a.test.ts': 'while (performance.now() - started < 10_000) act()\n' },
      { 'server/a.test.ts': 'expect(Date.now() - started).toBeLessThan(90_000)\n' },
    ],
    allowed: {
      'server/a.test.ts':
        '// The server gives up by itself.\nfetch(url, { signal: AbortSignal.timeout(1000) })\n',
      'server/b.test.ts': `test('a', () => {\n  act()\n}, 600_000)\nexpect(Date.now() - 5).toBe(at)\n`,
      'tests/e2e/a.spec.ts': 'await expect(a).toBeVisible({ timeout: 5000 })\n',
      'tests/support/server/until.ts': 'vi.waitFor(check, { timeout: WAIT_MS })\n',
    },
  },
  {
    rule: 'every command in the documents exists',
    check: rules.missingCommands,
    planted: [{ 'package.json': '{"scripts":{"dev":"a"}}', 'README.md': 'Run `npm run nothing`.' }],
    allowed: { 'package.json': '{"scripts":{"dev":"a"}}', 'README.md': 'Run `npm run dev`.' },
  },
  {
    rule: 'every link of a document leads somewhere',
    check: rules.deadLinks,
    planted: [
      { 'README.md': '[a](docs/gone.md)\n' },
      { 'README.md': '[a](docs/a.md#gone)\n', 'docs/a.md': '# Here\n' },
      { 'docs/a.md': '# Here\n\n[a](#gone)\n' },
      { 'docs/a.md': '[a](docs/a.md)\n' },
      { 'docs/a.md': '[a](#comment)\n\n```sh\n# Comment\n```\n' },
    ],
    allowed: {
      'README.md': '[a](docs/a.md#who-s-here-2) [b](docs) [c](https://example.org/gone.md)\n',
      'docs/a.md': '## Who `s` here: 2\n\n[a](../README.md) [b](#who-s-here-2)\n',
    },
  },
  {
    rule: 'nothing comes from one machine only',
    check: rules.machineTraces,
    planted: [
      { 'package-lock.json': '  "resolved": "a",\n' },
      { '.npmrc': 'registry=a\n' },
      { 'server/main.ts': `const data = '/home/ann/data'\n` },
      { 'README.md': `cd ${root}docs\n` },
    ],
    allowed: { 'package-lock.json': '  "funding": { "url": "https://example.org" }\n' },
  },
  {
    rule: 'every top-level entry has earned its place',
    check: rules.strayTopLevel,
    planted: [{ ...topLevel, 'jest.config.ts': '' }],
    allowed: topLevel,
  },
  {
    rule: '.ci/run is the test command and nothing else',
    check: rules.otherCi,
    planted: [{ '.ci/run': '#!/bin/sh\nnpm ci\nnpm test\n' }, {}],
    allowed: { '.ci/run': '#!/bin/sh\nexec npm test\n' },
  },
]

describe.each(RULES)('$rule', ({ check, planted, allowed }) => {
  it('holds in this checkout', () => {
    expect(check(checkout)).toEqual([])
  })

  it('is broken by every planted violation', () => {
    const missed = planted.filter((files) => check(new Map(Object.entries(files))).length !== 1)
    expect(missed).toEqual([])
  })

  it('accepts code that only resembles a violation', () => {
    expect(check(new Map(Object.entries({ '.ci/run': 'npm test', ...allowed })))).toEqual([])
  })
})

it('ignores what git ignores, and the data folder of a server', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'saleroom-house-'))
  const write = (file: string, text = '') => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  write('.gitignore', 'dist/\nsaleroom.env\n')
  write('saleroom.env')
  write('dist/a.js')
  write('server/a.ts')
  write('sale/.gitignore', '*\n')
  write('sale/assets/a.js')
  expect([...readCheckout(folder).keys()].toSorted()).toEqual(['.gitignore', 'server/a.ts'])
  rmSync(folder, { recursive: true })
})
