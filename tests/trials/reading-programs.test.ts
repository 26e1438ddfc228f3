import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import { addProject, addTransaction, addWallet } from '#tests/support/server/builders.ts'

// The programs of docs/reading-keys.md, as they stand there, read what the app shows.

const page = readFileSync(new URL('../../docs/reading-keys.md', import.meta.url), 'utf8')
const block = (language: string) =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? ''
const run = promisify(execFile)

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const missing = ['curl', 'python3'].filter((program) => !isInstalled(program))
if (missing.length > 0) console.warn(`Not tried, because not installed: ${missing.join(', ')}`)

let t: TestApp
let url: string
let key: string
/** The rows that the app shows, as text. */
let expected: Record<string, string>[]

beforeAll(async () => {
  t = await openTestApp()
  url = await t.app.listen({ port: 0, host: '127.0.0.1' })
  const admin = await t.signIn('admin')
  await addProject(t.db, { id: 'AURA' })
  const place = { project_id: 'AURA', created_at: new Date('2026-11-12T10:00:00Z') }
  for (const [source, usd] of [
    ['google', '0.1'],
    ['google', '0.2'],
    ['größe', '1234567.89'],
    ['a, b', '19.99'],
  ] as const) {
    const { wallet_address } = await addWallet(t.db, place)
    const purchase = { ...place, wallet_address, utm_source: source, utm_medium: 'cpc' }
    await addTransaction(t.db, { ...purchase, payment_usd_amount: usd })
  }
  const body = { name: 'Sheet', projects: ['AURA'], scopes: ['figures'], expires_at: null }
  key = (await t.call('POST', '/reading-keys', { as: admin, body })).body.key
  const path = /\/v1(\/channels\/summary\?[^']*)/.exec(block('sh'))?.[1] ?? ''
  const { body: shown } = await t.call('GET', path, { as: admin })
  expected = shown.AURA.map((row: Record<string, string | number | null>) => ({
    project: 'AURA',
    ...Object.fromEntries(Object.entries(row).map(([name, value]) => [name, `${value ?? ''}`])),
  }))
})
afterAll(() => t.close())

/** A program of the page, with the server and the key of this test. */
const programOf = (language: string) =>
  block(language).replaceAll('https://sale.example', url).replaceAll('slr_…x7Pd', key)

/** Cells of CSV; none of these texts has a quote or a line break. */
function parseCsv(text: string): string[][] {
  return text
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(
        ([, quoted, plain]) => quoted ?? plain ?? '',
      ),
    )
}

const toRows = ([head = [], ...lines]: string[][]) =>
  lines.map((line) => Object.fromEntries(head.map((name, at) => [name, line[at]])))

describe.runIf(!missing.includes('curl'))('with curl', () => {
  test('the line of the page reads the figures of the app', async () => {
    const { stdout } = await run('sh', ['-c', `${programOf('sh').trimEnd()} --silent --fail`])
    expect(stdout.startsWith('\uFEFF')).toBe(true)
    expect(toRows(parseCsv(stdout.slice(1)))).toEqual(expected)
  })
})

describe.runIf(!missing.includes('python3'))('with Python', () => {
  test('the program of the page reads the figures of the app', async () => {
    const { stdout } = await run('python3', ['-c', programOf('py')], {
      env: { ...process.env, PYTHONIOENCODING: 'utf-8' },
    })
    const dictionary = (row: Record<string, string>) =>
      `{${Object.entries(row)
        .map(([name, value]) => `'${name}': '${value}'`)
        .join(', ')}}`
    expect(stdout.trimEnd().split('\n')).toEqual(expected.map(dictionary))
  })
})

test('the script for Google Sheets fills the sheet with the figures of the app', async () => {
  const requests: { address: string; options: RequestInit }[] = []
  let answer = ''
  let cells: string[][] = []
  let isCleared = false
  const services = {
    UrlFetchApp: {
      fetch: (address: string, options: RequestInit) => {
        requests.push({ address, options })
        return { getContentText: () => answer }
      },
    },
    Utilities: { parseCsv },
    SpreadsheetApp: {
      getActiveSheet: () => ({
        clearContents: () => (isCleared = true),
        getRange: (...place: number[]) => ({
          setValues: (rows: string[][]) => {
            expect(place).toEqual([1, 1, rows.length, rows[0]?.length])
            cells = rows
          },
        }),
      }),
    },
  }
  const script = () => runInNewContext(`${programOf('js')}\nreadSaleroom()`, services)
  // Its services answer at once, so it runs a second time with what the server has answered.
  script()
  const [first] = requests
  const response = await fetch(first?.address ?? '', first?.options)
  answer = `\uFEFF${await response.text()}`
  script()
  expect([response.status, isCleared]).toEqual([200, true])
  expect(toRows(cells)).toEqual(expected)
  // Three sources, and the registrations of none.
  expect(cells.length).toBe(1 + 4)
})

test('the query for Excel has the address and the headers of the figures of the app', async () => {
  const query = programOf('powerquery')
  const address = /Web\.Contents\("([^"]+)"/.exec(query)?.[1] ?? ''
  const [, list = ''] = /\[Headers = \[([^\]]+)\]\]/.exec(query) ?? []
  const headers = Object.fromEntries(
    [...list.matchAll(/(\w+) = "([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  )
  expect(Object.keys(headers)).toEqual(['Authorization', 'Accept'])
  const response = await fetch(address, { headers })
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(toRows(parseCsv(await response.text()))).toEqual(expected)
})
