/** Programs that read with a reading key. docs/reading-keys.md has the same lines. */
import type { KeyScope } from '#src/wire/call.ts'

export const EXAMPLE_KINDS = ['curl', 'Sheets', 'Excel', 'Python'] as const
export type ExampleKind = (typeof EXAMPLE_KINDS)[number]

export interface ExampleOf {
  /** Of the API's server: `https://sale.example`. */
  origin: string
  /** The whole key, or what is shown instead of it. */
  key: string
  scopes: readonly KeyScope[]
  project: string
  /** The example reads the UTC month of this time, in milliseconds since 1970. */
  now: number
}

/** What the example of a key reads: the first of these that its scopes hold. */
const CALLS: readonly (readonly [KeyScope, string])[] = [
  ['figures', '/v1/channels/summary?'],
  ['lists', '/v1/transactions/csv?'],
  ['leads', '/v1/leads/csv?fields=email&'],
]

/** The address of an example, with nothing in it that a quoted text of the four languages would end at. */
export function exampleAddress({ origin, scopes, project, now }: Omit<ExampleOf, 'key'>): string {
  const call = CALLS.find(([scope]) => scopes.includes(scope))?.[1] ?? ''
  const name = encodeURIComponent(project).replaceAll("'", '%27')
  return `${origin}${call}projects=${name}&start_date=${monthStart(now, 0)}&end_date=${monthStart(now, 1)}`
}

function monthStart(now: number, later: number): string {
  const date = new Date(now)
  const start = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later))
  return `${start.toISOString().slice(0, 10)}T00:00:00Z`
}

/** The program of one kind, without a line break at its end. */
export function readingExample(kind: ExampleKind, of: ExampleOf): string {
  return WRITERS[kind](exampleAddress(of), of.key)
}

const WRITERS: Readonly<Record<ExampleKind, (address: string, key: string) => string>> = {
  curl: (address, key) => `curl -H 'Authorization: Bearer ${key}' \\
  -H 'Accept: text/csv' \\
  '${address}'`,

  Sheets: (address, key) => `function readSaleroom() {
  const text = UrlFetchApp.fetch('${address}', {
    headers: { Authorization: 'Bearer ${key}', Accept: 'text/csv' },
  }).getContentText()
  const rows = Utilities.parseCsv(text.replace(/^\\uFEFF/, ''))
  const sheet = SpreadsheetApp.getActiveSheet()
  sheet.clearContents()
  sheet.getRange(1, 1, rows.length, rows[0].length).setValues(rows)
}`,

  Excel: (address, key) => `let
  Source = Web.Contents("${address}",
    [Headers = [Authorization = "Bearer ${key}", Accept = "text/csv"]]),
  Rows = Csv.Document(Source, [Delimiter = ",", Encoding = 65001, QuoteStyle = QuoteStyle.Csv]),
  Result = Table.PromoteHeaders(Rows, [PromoteAllScalars = true])
in
  Result`,

  Python: (address, key) => `import csv, io, urllib.request

request = urllib.request.Request(
    '${address}',
    headers={'Authorization': 'Bearer ${key}', 'Accept': 'text/csv'})
with urllib.request.urlopen(request) as response:
    for row in csv.DictReader(io.TextIOWrapper(response, 'utf-8-sig', newline='')):
        print(row)`,
}
