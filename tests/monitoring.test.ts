import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openMetrics } from '#server/metrics/metrics.ts'
import { testClock } from './support/server/app.ts'
import { openTestDatabase, type TestDatabase } from './support/server/database.ts'

const FOLDER = new URL('../docs/monitoring/', import.meta.url).pathname
const FILES = ['alerts.yml', 'alerts.test.yml', 'dashboard.json']

function hasPromtool(): boolean {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const canCheck = hasPromtool()
if (!canCheck) console.warn('Checks with promtool are skipped: it was not found')

let database: TestDatabase
let exposed: string
beforeAll(async () => {
  database = await openTestDatabase()
  const nothing = { total: 0, idle: 0, waiting: 0 }
  const { expose } = openMetrics({
    readiness: { whyNotReady: async () => null },
    pools: { primary: { countConnections: () => nothing } },
    live: { countStreams: () => 0 },
    drift: { differing: () => 0, checkedAt: () => null, checkNext: async () => {} },
    lastBackupAt: null,
    probe: database.db,
    replica: null,
    clock: testClock(),
    log: (line) => console.error(line),
  })
  exposed = (await expose()).text
})
afterAll(() => database.close())

/** The queries of the dashboard, as Grafana sends them. */
function dashboardQueries(): string[] {
  // The file of a dashboard, as Grafana writes it.
  const { panels } = JSON.parse(readFileSync(path.join(FOLDER, 'dashboard.json'), 'utf8')) as {
    panels: { targets: { expr: string }[] }[]
  }
  return panels.flatMap(({ targets }) =>
    targets.map(({ expr }) =>
      expr.replaceAll('$__rate_interval', '1m').replaceAll('$job', 'saleroom'),
    ),
  )
}

test.each(FILES)('every metric in %s exists', (file) => {
  const types = new Map(
    [...exposed.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]),
  )
  const text = readFileSync(path.join(FOLDER, file), 'utf8')
  const used = new Set(text.match(/\b(?:saleroom|nodejs|process)_\w+/g))
  const unknown = [...used].filter(
    (name) =>
      !types.has(name) && types.get(name.replace(/_(?:bucket|sum|count)$/, '')) !== 'histogram',
  )
  expect(used.size).toBeGreaterThan(10)
  expect(unknown).toEqual([])
})

test('every rule has a case that fires and one that does not', () => {
  const names = (file: string, pattern: RegExp) =>
    [...readFileSync(path.join(FOLDER, file), 'utf8').matchAll(pattern)].map(([, name]) => name)
  const rules = names('alerts.yml', /- alert: (\w+)/g)
  expect(rules.length).toBeGreaterThan(10)
  const cases = names('alerts.test.yml', /- name: (\w+ (?:fires|does not fire))/g)
  expect(cases).toEqual(rules.flatMap((name) => [`${name} fires`, `${name} does not fire`]))
})

describe.runIf(canCheck)('promtool', () => {
  const run = (args: readonly string[], input = '') =>
    execFileSync('promtool', args, { input, encoding: 'utf8', cwd: FOLDER, stdio: 'pipe' })

  test('finds nothing wrong with the metrics of the server', () => {
    // The names of the default metrics are those of prom-client.
    const own = exposed.split('\n').filter((line) => /^(?:# \w+ )?saleroom_/.test(line))
    expect(run(['check', 'metrics'], `${own.join('\n')}\n`)).toBe('')
  })

  test('accepts the rules, their cases and the example of a configuration', () => {
    expect(run(['check', 'rules', 'alerts.yml'])).toContain('SUCCESS')
    expect(run(['test', 'rules', 'alerts.test.yml'])).toContain('SUCCESS')
    expect(run(['check', 'config', 'prometheus.yml'])).toContain('SUCCESS')
  })

  test('accepts every query of the dashboard', () => {
    const queries = dashboardQueries()
    expect(queries.length).toBeGreaterThan(20)
    const folder = mkdtempSync(path.join(tmpdir(), 'saleroom-queries-'))
    const rules = queries.map((expr, n) => ({ record: `query_${n}`, expr }))
    // JSON is YAML.
    const file = path.join(folder, 'queries.yml')
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
    expect(run(['check', 'rules', file])).toContain(`${queries.length} rules found`)
    rmSync(folder, { recursive: true })
  })
})
