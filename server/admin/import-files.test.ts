import { describe, expect, it } from 'vitest'
import { firstIssue } from '#server/db/ingest/ingest-events.ts'
import { addDecimals } from '#src/domain/money/decimals.ts'
import { recognizeColumns, validateColumns, withAssumed } from '#src/domain/sale/import-columns.ts'
import type { CellReading, ImportKind } from '#src/wire/imports.ts'
import { ingestEventSchema, type EventResult } from '#src/wire/ingest.ts'
import { nameCells, readCsv } from './csv.ts'
import { importBatch } from './import-batch.ts'
import { openColumnReadings, toFieldReadings } from './import-readings.ts'
import { readFileStart } from './import-start.ts'

// Files as explorers, wallets, payment services and spreadsheets write them, read without a database.

const WALLET = '0xabcdef0123456789abcdef0123456789abcdef01'
const hash = (n: number) => `0x${String(n).padStart(64, '0')}`

interface FileReading {
  /** The fields that are recognised, or why the file can't be imported. */
  columns: string
  usd: string
  amounts: string
  times: string[]
  refused: string[]
  /** The cells that a person must decide about. */
  questions: string[]
}

/** Reads a file as a dry run does. */
async function readFile(
  text: string,
  kind: ImportKind = 'transaction',
  chosen: Record<string, CellReading> = {},
): Promise<FileReading> {
  const bytes = Buffer.from(text)
  const start = await readFileStart(bytes, true, kind)
  const columns = recognizeColumns(kind, start.header)
  const problem = validateColumns(kind, columns)
  const fill = withAssumed(kind, columns)
  const lines = []
  const { delimiter, data } = start
  for await (const line of nameCells(
    readCsv(bytesFrom(bytes, data.byte), { delimiter, from: data }),
    columns,
    { kind },
  ))
    lines.push(line)
  const own = Object.entries(chosen).map(([field, reading]) => ({ field, cell: '', reading }))
  const watch = openColumnReadings(own)
  for (const line of lines) if ('cells' in line) watch.observe(fill(line.cells))
  const concluded = watch.conclude()
  const result: FileReading = {
    columns: problem ?? columns.filter((name) => name !== null).join(' '),
    usd: '0',
    amounts: '0',
    times: [],
    refused: [],
    questions: concluded.flatMap(({ cell, reading }) => (reading === null ? [cell] : [])),
  }
  if (problem !== null) return result
  const row = { project_id: 'AURA', kind, columns }
  const readings = toFieldReadings(concluded)
  const { usd, refused } = await importBatch(row, lines, {
    readings,
    ingest: async (events) => ({
      results: events.map((event) => validate(event, result)),
      movedTo: null,
      silent: [],
    }),
  })
  return { ...result, usd, refused: refused.map(({ reason }) => reason) }
}

function validate(event: unknown, result: FileReading): EventResult {
  const parsed = ingestEventSchema.safeParse(event)
  if (!parsed.success) return { id: null, outcome: 'refused', ...firstIssue(parsed.error) }
  const { data } = parsed
  result.times.push(data.occurred_at)
  if (data.kind === 'transaction')
    result.amounts = addDecimals(result.amounts, data.payment_token_amount)
  return { id: data.id, outcome: 'taken' }
}

async function* bytesFrom(bytes: Buffer, start: number): AsyncGenerator<Buffer> {
  yield bytes.subarray(start)
}

const csv = (...lines: string[]) => lines.join('\r\n')

describe('an explorer', () => {
  it('lists token transfers', async () => {
    const file = csv(
      '"Transaction Hash","Blockno","UnixTimestamp","DateTime (UTC)","From","To","TokenValue","USDValueDayOfTx","ContractAddress","TokenName","TokenSymbol"',
      `"${hash(1)}","19000000","1706000000","2024-01-23 08:53:20","${WALLET}","0x2222222222222222222222222222222222222222","1,250.5","$1,250.50","0x33","Tether USD","USDT"`,
      `"${hash(2)}","19000001","1706000012","2024-01-23 08:53:32","${WALLET}","0x2222222222222222222222222222222222222222","99","$99.00","0x33","Tether USD","USDT"`,
      `"${hash(3)}","19000002","1706000024","2024-01-23 08:53:44","${WALLET}","0x2222222222222222222222222222222222222222","1,250","$1,250","0x33","Tether USD","USDT"`,
    )
    expect(await readFile(file)).toEqual({
      columns:
        'transaction_hash created_at wallet_address payment_token_amount payment_usd_amount payment_token_name',
      usd: '2599.5',
      amounts: '2599.5',
      times: ['2024-01-23T08:53:20Z', '2024-01-23T08:53:32Z', '2024-01-23T08:53:44Z'],
      refused: [],
      questions: [],
    })
  })

  it('lists transfers with the time as a number alone', async () => {
    const file = csv(
      'Txhash,UnixTimestamp,From,TokenValue,USDValueDayOfTx,TokenSymbol',
      `${hash(1)},1706000000,${WALLET},2,$2.00,USDC`,
    )
    expect(await readFile(file)).toMatchObject({
      usd: '2',
      times: ['2024-01-23T08:53:20.000Z'],
      refused: [],
    })
  })

  it('has older times with the month’s name', async () => {
    const file = csv(
      'Tx Hash,Date Time,From,Amount,Value (USD),Token',
      `${hash(1)},Jan-23-2024 08:53:20 AM +UTC,${WALLET},"1,000.000000000000000001","$2,000.5",ETH`,
    )
    expect(await readFile(file)).toMatchObject({
      usd: '2000.5',
      amounts: '1000.000000000000000001',
      times: ['2024-01-23T08:53:20Z'],
    })
  })

  it('has no USD for its own coin, which is said before anything is read', async () => {
    const file = csv(
      '"Transaction Hash","DateTime (UTC)","From","Value_IN(ETH)","Status"',
      `"${hash(1)}","2024-01-23 08:53:20","${WALLET}","0.5",""`,
    )
    expect((await readFile(file)).columns).toBe('No column becomes USD, Payment token')
  })
})

describe('a payment service', () => {
  it('exports payments in USD, whose amount is their USD', async () => {
    const file = csv(
      'id,Created date (UTC),Amount,Currency,Status,wallet_address (metadata)',
      `ch_1,2025-03-01 10:00:00,"1,250.00",usd,Paid,${WALLET}`,
      `ch_2,2025-03-02 10:00:00,80.00,eur,Paid,${WALLET}`,
      `ch_3,2025-03-03 10:00:00,10.00,usd,Refunded,${WALLET}`,
      `ch_4,2025-03-03 10:00:00,10.00,usd,requires_action,${WALLET}`,
    )
    const { usd, refused, columns } = await readFile(file)
    expect(columns).toBe(
      'transaction_id created_at payment_token_amount payment_token_name status wallet_address',
    )
    expect(usd).toBe('1260')
    expect(refused).toEqual([
      'Is not in US dollars. Write the amount in USD.',
      'Is not a status. Write one of pending, processing, completed, failed, expired, refunded.',
    ])
  })

  it('writes titles above the header', async () => {
    const file = csv(
      'You can use this report for your records.',
      '',
      'User,ann@sales.example,1234',
      '',
      'Timestamp,Transaction Type,Asset,Quantity Transacted,USD Spot Price at Transaction,USD Subtotal,ID,Wallet Address',
      `2025-03-01T10:00:00Z,Receive,ETH,0.5,"$2,000.00","$1,000.00",a1,${WALLET}`,
    )
    expect(await readFile(file)).toMatchObject({ usd: '1000', amounts: '0.5', refused: [] })
  })
})

describe('a spreadsheet', () => {
  const german = (...rows: string[]) => csv('hash;wallet;date;usd;token', ...rows)

  it.each([
    ['with a decimal comma', ['12,50', '1.250,75'], '1263.25', []],
    ['with one ambiguous amount', ['1,250'], '0', ['1,250']],
    ['with decimal commas that decide it', ['1,250', '12,50'], '13.75', []],
    ['with both signs', ['1,250', '12,50', '12.50'], '25', ['1,250']],
    ['with a decimal point', ['12.50', '1250'], '1262.5', []],
    ['with points before three digits', ['1.250'], '1.25', []],
    ['with such points beside decimal commas', ['1.250', '1.000,50'], '2250.5', []],
    ['with blanks between groups', ['1 250,50', '1 000'], '2250.5', []],
    ['with narrow blanks', ['1\u202f250,50'], '1250.5', []],
    ['with apostrophes', ["1'250.50"], '1250.5', []],
    ['with a currency', ['$ 1.250,50', '10 USD'], '1260.5', []],
  ])('%s', async (_how, amounts, usd, questions) => {
    const rows = amounts.map((amount, n) => `${hash(n)};${WALLET};2025-03-01;${amount};ETH`)
    expect(await readFile(german(...rows))).toMatchObject({ usd, questions })
  })

  it.each([
    ['1.234E+05', 'shortened'],
    ['12,50 €', 'US dollars'],
    ['-12,50', 'negative'],
    ['(12.50)', 'negative'],
    ['#REF!', 'not a number'],
    ['n/a', 'not a number'],
    ['', 'Is missing'],
  ])('has %j as an amount', async (amount, reason) => {
    const { refused, usd } = await readFile(
      german(
        `${hash(1)};${WALLET};2025-03-01;${amount};ETH`,
        `${hash(2)};${WALLET};2025-03-01;1;ETH`,
      ),
    )
    expect(refused).toEqual([expect.stringContaining(reason)])
    expect(usd).toBe('1')
  })

  it.each<[string, string[], string[], string[]]>([
    [
      'day first, as one date shows',
      ['01.03.2025', '13.03.2025'],
      ['2025-03-01', '2025-03-13'],
      [],
    ],
    ['month first, as one date shows', ['1/3/2025', '3/13/2025'], ['2025-01-03', '2025-03-13'], []],
    ['in either way', ['01/03/2025 10:00'], [], ['01/03/2025 10:00']],
    [
      'in both ways',
      ['13/03/2025', '03/13/2025', '01/02/2025'],
      ['2025-03-13', '2025-03-13'],
      ['01/02/2025'],
    ],
    ['with names', ['1 Mar 2025', '1-Mar-2025'], ['2025-03-01', '2025-03-01'], []],
    ['with short years', ['01.03.25'], [], []],
    ['as numbers', ['45717.41'], [], []],
  ])('has dates %s', async (_how, dates, days, questions) => {
    const rows = dates.map((date, n) => `${hash(n)};${WALLET};${date};1;ETH`)
    const read = await readFile(german(...rows))
    expect(read.times.map((time) => time.slice(0, 10))).toEqual(days)
    expect(read.questions).toEqual(questions)
  })

  it('is read as a person has chosen', async () => {
    const rows = ['1,250', '2,500'].map((usd, n) => `${hash(n)};${WALLET};01/03/2025;${usd};ETH`)
    const chosen = { payment_usd_amount: 'comma', created_at: 'day-first' } as const
    expect(await readFile(german(...rows), 'transaction', chosen)).toMatchObject({
      usd: '3.75',
      times: ['2025-03-01T00:00:00Z', '2025-03-01T00:00:00Z'],
      questions: [],
    })
  })

  it('has a row with too many cells, which is refused alone', async () => {
    const file = csv(
      'hash,wallet,date,usd,token,,,',
      `${hash(1)},${WALLET},2025-03-01,10,ETH,,,`,
      ',,,,,,,',
      `${hash(2)},${WALLET},2025-03-01,1,250,ETH`,
    )
    expect(await readFile(file)).toMatchObject({
      usd: '10',
      refused: ['6 cells for 5 columns. A cell that contains the separator needs quotes.'],
    })
  })
})

it('a downloaded list leaves out what was voided', async () => {
  const row = (n: number, voided: string) =>
    `${n},${hash(n)},${WALLET},2025-03-01T10:00:00.000Z,10,ETH,completed,${voided}`
  const file = csv(
    'id,hash,wallet,created_at,usd,payment_token,status,voided',
    row(1, ''),
    row(2, '2025-03-02T09:00:00.000Z'),
  )
  expect(await readFile(file)).toMatchObject({
    usd: '10',
    refused: ['Was voided: it counts nowhere, so it is left out.'],
  })
})

describe('leads', () => {
  const leads = (...rows: string[]) => readFile(csv('email,created at,verified', ...rows), 'lead')

  it('with addresses in all usual forms', async () => {
    const read = await leads(
      '"""Doe, Jane"" <jane@sales.example>",2025-01-01,Yes',
      'mailto:x@sales.example,2025-01-01,no',
      '"x@sales.example, ",2025-01-01,TRUE',
      'ünï@exämple.example,2025-01-01,0',
    )
    expect(read.refused).toEqual([])
    expect(read.times).toHaveLength(4)
  })

  it('with what is no address, or no yes and no no', async () => {
    const { refused } = await leads(
      'x@sales.example;y@sales.example,2025-01-01,1',
      'nobody,2025-01-01,1',
      'a@sales.example,2025-01-01,perhaps',
    )
    expect(refused).toEqual([
      'Must be an email address',
      'Must be an email address',
      'Is neither yes nor no.',
    ])
  })
})
