import type { Round } from './failures.ts'

type Log = (line: string) => void

const seconds = (ms: number | null) => (ms === null ? 'never' : (ms / 1000).toFixed(1))

const cellsOf = (round: Round, n: number): string[] => [
  String(n),
  round.failure,
  `${round.from} → ${round.to}`,
  seconds(round.writesStoppedMs),
  `${round.answeredReads} of ${round.reads}`,
  seconds(round.readsStoppedMs),
  String(round.lost),
  String(round.double),
  seconds(round.streamsMs),
  seconds(round.healthyMs),
  String(round.endedApis),
]
const HEAD = [
  '',
  'failure of the primary',
  'primary',
  'writes stopped, s',
  'reads answered',
  'reads stopped, s',
  'lost',
  'double',
  'event on each stream, s',
  'all servers again, s',
  'API processes ended',
]

export function printRound(round: Round, n: number, log: Log): void {
  const cells = cellsOf(round, n)
  log(`\n${HEAD.map((title, at) => `${title} ${cells[at]}`.trim()).join(', ')}`)
  log(`  ${round.note}`)
  round.ready.forEach((text, at) => log(`  process ${at + 1}: ${text}`))
}

/** All rounds as a table in Markdown. */
export function printTable(rounds: readonly Round[], log: Log): void {
  log(`\n| ${HEAD.join(' | ')} |`)
  log(`|${'---|'.repeat(HEAD.length)}`)
  rounds.forEach((round, at) => log(`| ${cellsOf(round, at + 1).join(' | ')} |`))
}

/** How long writes and reads stopped, by failure. */
export function printDistribution(rounds: readonly Round[], log: Log): void {
  log('\n| failure of the primary | rounds | stopped, s | least | median | 90 % | most |')
  log('|---|---|---|---|---|---|---|')
  for (const failure of new Set(rounds.map((round) => round.failure))) {
    const same = rounds.filter((round) => round.failure === failure)
    for (const [what, key] of [
      ['writes', 'writesStoppedMs'],
      ['reads', 'readsStoppedMs'],
    ] as const) {
      const sorted = same.map((round) => round[key]).toSorted((a, b) => a - b)
      const at = (share: number) => seconds(sorted[Math.ceil(share * sorted.length) - 1] ?? null)
      const figures = [seconds(sorted[0] ?? null), at(0.5), at(0.9), at(1)]
      log(`| ${failure} | ${same.length} | ${what} | ${figures.join(' | ')} |`)
    }
  }
  log('')
}
