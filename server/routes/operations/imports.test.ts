import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { IMPORT_CHUNK_BYTES } from '#src/wire/imports.ts'
import { importCalls } from '#tests/support/calls/import-calls.ts'
import {
  PURCHASE_HEADER,
  purchaseLine,
  purchaseLines,
} from '#tests/support/oracles/purchase-file.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { addLead, addProject, someProjectId } from '#tests/support/server/builders.ts'

const hex = (n: number, digits: number) => `0x${n.toString(16).padStart(digits, '0')}`

let t: TestApp
let admin: SignedIn
let project: string
let calls: ReturnType<typeof importCalls>

beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.set('2026-11-20T12:00:00.000Z')
  admin = await t.signIn('admin')
  project = someProjectId()
  await addProject(t.db, { id: project })
  calls = importCalls(t, admin, project)
})

describe('a file', () => {
  it('shows its columns and first rows as soon as its first chunk is there', async () => {
    const file = await calls.upload([PURCHASE_HEADER, ...purchaseLines(5)].join('\n'))
    expect(file).toMatchObject({
      state: 'uploaded',
      delimiter: ',',
      header: PURCHASE_HEADER.split(','),
      columns: [
        'transaction_hash',
        'wallet_address',
        'created_at',
        'payment_usd_amount',
        'payment_token_name',
        null,
      ],
      missing: [],
    })
    expect(file.sample).toEqual(
      purchaseLines(3).map((one) => one.split(',').map((cell) => cell.slice(0, 100))),
    )
  })

  it('arrives in chunks in any order, each as often as it is sent', async () => {
    // Few long lines: the check takes time for each.
    const line = `${purchaseLine(1, { note: 'vip'.repeat(1000) })}\n`
    const text = `${PURCHASE_HEADER}\n${line.repeat(Math.ceil(IMPORT_CHUNK_BYTES / line.length))}`
    const bytes = Buffer.from(text)
    const { body } = await calls.announce(bytes)
    expect(body).toMatchObject({ state: 'uploading', missing: [0, 1], header: null })
    const last = bytes.subarray(IMPORT_CHUNK_BYTES)
    expect((await calls.put(body.id, 1, last)).body.missing).toEqual([0])
    expect((await calls.put(body.id, 1, last)).body).toMatchObject({ missing: [0], header: null })
    const first = bytes.subarray(0, IMPORT_CHUNK_BYTES)
    expect((await calls.put(body.id, 0, first)).body).toMatchObject({
      state: 'uploaded',
      missing: [],
    })
    expect((await calls.put(body.id, 0, first)).status).toBe(200)
    await calls.post(body.id, 'check', { columns: (await calls.read(body.id)).columns })
    expect(await calls.settled(body.id)).toMatchObject({ state: 'checked', taken: 1 })
  })

  it.each<[string, number, string | Buffer, object]>([
    ['is refused as text if it is none', 400, Buffer.from([80, 75, 3, 4, 0, 0]), {}],
    ['is refused without a header', 400, '\n\n', {}],
    ['is refused if its size differs', 400, 'email\na@b.example', { size: 5 }],
    ['of more than 8 MB in one chunk is refused', 413, Buffer.alloc(8_000_001, 'a'), {}],
  ])('%s', async (_what, status, text, more) => {
    const bytes = Buffer.from(text)
    const { body } = await calls.announce(bytes, more)
    expect((await calls.put(body.id, 0, bytes)).status).toBe(status)
  })

  it('of another type than bytes is refused, and bytes are refused everywhere else', async () => {
    const { body } = await calls.announce(Buffer.from('a'))
    const asText = { as: admin, body: Buffer.from('a'), headers: { 'content-type': 'text/plain' } }
    expect((await t.call('PUT', `/imports/${body.id}/chunks/0`, asText)).status).toBe(415)
    const asJson = { as: admin, body: { a: 1 } }
    expect((await t.call('PUT', `/imports/${body.id}/chunks/0`, asJson)).status).toBe(415)
    const asBytes = { ...asText, headers: { 'content-type': 'application/octet-stream' } }
    expect((await t.call('POST', '/projects', asBytes)).status).toBe(415)
  })

  it('of purchases far from the planned price of their stage is checked with a warning', async () => {
    const stages = [
      { name: 'Stage 1', also: ['Early'], price_usd: '0.02' },
      { name: 'Stage 2', price_usd: '0.03' },
    ]
    const plan = { as: admin, body: { version: 0, stages } }
    expect((await t.call('PUT', `/projects/${project}/stages`, plan)).status).toBe(200)
    const rows: [usd: string, tokens: string, stage: string, status?: string][] = [
      ['2', '100', 'Stage 1'],
      ['200', '100', 'Stage 1'],
      ['250', '100', ' early'],
      ['200', '100', 'Stage 1', 'failed'],
      ['200', '100', 'Stage 2'],
      ['200', '', 'Stage 2'],
      ['200', '100', 'Stage 3'],
      ['x', '100', 'Stage 2'],
    ]
    const header =
      'transaction_id,wallet_address,created_at,payment_usd_amount,payment_token_name,payment_token_amount,tokens_bought,stage_name,status'
    const lines = rows.map(([usd, tokens, stage, status = 'completed'], n) =>
      [
        `t${n}`,
        hex(n + 1, 40),
        '2026-11-01T10:00:00Z',
        usd,
        'ETH',
        '1',
        tokens,
        stage,
        status,
      ].join(','),
    )
    const file = await calls.check([header, ...lines].join('\n'))
    expect(file).toMatchObject({ state: 'checked', taken: 7, refused: 1 })
    expect(file.refusals).toEqual([expect.objectContaining({ line: 9, value: 'x' })])
    const own = { column: 'payment_usd_amount', value: '200' }
    expect(file.warnings).toEqual([
      {
        ...own,
        line: 3,
        reason: 'Is far from the price of Stage 1, $0.02 for a token',
        count: 2,
      },
      {
        ...own,
        line: 6,
        reason: 'Is far from the price of Stage 2, $0.03 for a token',
        count: 1,
      },
    ])
    await calls.post(file.id, 'run')
    expect(await calls.settled(file.id)).toMatchObject({ state: 'done', taken: 7, warnings: [] })
  })

  it('that arrived damaged is refused by the dry run, and deleted', async () => {
    const file = await calls.check([PURCHASE_HEADER, ...purchaseLines(2)].join('\n'), {
      sha256: 'a'.repeat(64),
    })
    expect(file).toMatchObject({ state: 'failed', error: expect.stringContaining('damaged') })
    expect(await calls.storedChunks(file.id)).toBe(0)
    expect((await calls.post(file.id, 'run')).status).toBe(409)
  })

  it('that is not UTF-8 in its middle is refused with the line', async () => {
    const text = Buffer.concat([
      Buffer.from([PURCHASE_HEADER, ...purchaseLines(3), ''].join('\n')),
      Buffer.from(purchaseLine(4, { note: 'M\u00fcnchen' }), 'latin1'),
    ])
    expect(await calls.check(text)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('Line 5 is not UTF-8 text'),
    })
  })
})

describe('a dry run', () => {
  it('counts what would be taken, is there already and is refused, and writes nothing', async () => {
    const lines = [
      PURCHASE_HEADER,
      purchaseLine(1),
      purchaseLine(2),
      purchaseLine(1),
      purchaseLine(3, { usd: '€1204.50' }),
      purchaseLine(4, { usd: '2204.50 EUR' }),
      purchaseLine(5, { buyer: '0x1' }),
      purchaseLine(6, { paid_at: '2027-01-01' }),
      purchaseLine(7, { tx_hash: '' }),
      '1,2',
    ]
    const file = await calls.check(lines.join('\n'))
    expect(file).toMatchObject({ state: 'checked', total_rows: 9, rows: 9 })
    expect(file).toMatchObject({ taken: 2, repeated: 1, refused: 6, usd: '3.02' })
    expect(file.begins_at).toBe('2025-09-02T10:01:00.000Z')
    expect(file.refusals).toEqual([
      {
        line: 5,
        column: 'usd',
        value: '€1204.50',
        reason: 'Is not in US dollars. Write the amount in USD.',
        count: 2,
      },
      { line: 7, column: 'buyer', value: '0x1', reason: expect.any(String), count: 1 },
      { line: 8, column: 'paid_at', value: '2027-01-01', reason: expect.any(String), count: 1 },
      { line: 9, column: 'tx_hash', value: '', reason: 'Is missing', count: 1 },
      { line: 10, column: '', value: '', reason: expect.stringContaining('2 cells'), count: 1 },
    ])
    expect(await calls.sales()).toMatchObject({ count: 0 })

    const report = await t.call('GET', `/imports/${file.id}/report`, { as: admin })
    expect(report.text.split('\r\n').slice(0, 3)).toEqual([
      'line,column,value,reason',
      '5,usd,€1204.50,Is not in US dollars. Write the amount in USD.',
      '6,usd,2204.50 EUR,Is not in US dollars. Write the amount in USD.',
    ])
  })

  it('asks once for a column whose cells can mean two things, and reads all of them so', async () => {
    const lines = [
      PURCHASE_HEADER,
      purchaseLine(1, { usd: '"1,250"', paid_at: '01/03/2025' }),
      purchaseLine(2, { usd: '99', paid_at: '02/03/2025' }),
      purchaseLine(3, { usd: '"1,000.50"', paid_at: '2025-03-13' }),
    ]
    const { id, columns, readings, state } = await calls.check(lines.join('\n'))
    expect({ state, readings }).toEqual({
      state: 'uploaded',
      readings: [
        { field: 'created_at', cell: '01/03/2025', reading: null },
        // The third amount has a decimal point.
        { field: 'payment_usd_amount', cell: '1,250', reading: 'point' },
      ],
    })
    expect((await calls.post(id, 'run')).status).toBe(409)
    const choose = (...chosen: object[]) => calls.post(id, 'check', { columns, readings: chosen })
    for (const wrong of [
      { field: 'created_at', reading: 'point' },
      { field: 'wallet_address', reading: 'comma' },
      { field: 'tokens_bought', reading: 'comma' },
    ])
      expect((await choose(wrong)).status).toBe(400)
    expect((await choose({ field: 'created_at', reading: 'month-first' })).status).toBe(200)
    expect(await calls.settled(id)).toMatchObject({
      state: 'checked',
      taken: 3,
      usd: '2349.5',
      begins_at: '2025-01-03T00:00:00.000Z',
    })
    await choose(
      { field: 'created_at', reading: 'day-first' },
      { field: 'payment_usd_amount', reading: 'comma' },
    )
    expect(await calls.settled(id)).toMatchObject({
      state: 'checked',
      readings: [
        { field: 'created_at', cell: '01/03/2025', reading: 'day-first' },
        { field: 'payment_usd_amount', cell: '1,250', reading: 'comma' },
      ],
      taken: 2,
      usd: '100.25',
      begins_at: '2025-03-01T00:00:00.000Z',
      refusals: [{ line: 4, column: 'usd', value: '1,000.50', count: 1 }],
    })
    await calls.post(id, 'run')
    expect(await calls.settled(id)).toMatchObject({ state: 'done', taken: 2, usd: '100.25' })
    expect((await calls.sales()).usd).toBe('100.250000000000000000')
  })

  it('ends as failed with a text when something unexpected happens', async () => {
    const { id, columns } = await calls.upload([PURCHASE_HEADER, ...purchaseLines(3)].join('\n'))
    await sql`alter table import_chunks rename to hidden_chunks`.execute(t.db)
    try {
      expect((await calls.post(id, 'check', { columns })).status).toBe(200)
      expect(await calls.settled(id)).toMatchObject({
        state: 'failed',
        error: expect.stringContaining('The server could not go on'),
      })
    } finally {
      await sql`alter table hidden_chunks rename to import_chunks`.execute(t.db)
    }
  })

  it('finds repeated and contradictory lines that are far apart', async () => {
    const lines = [
      'transaction_id,tx_hash,buyer,paid_at,usd,coin,status,amount',
      ...Array.from({ length: 1500 }, (_, n) => `${n},,${hex(n, 40)},2025-09-02,1,ETH,completed,1`),
      `0,,${hex(0, 40)},2025-09-02,1,ETH,completed,1`,
      `1,,${hex(1, 40)},2025-09-02,2,ETH,completed,1`,
      `a,${hex(1, 64)},${hex(1, 40)},2025-09-02,2,ETH,completed,1`,
    ]
    const more = Array.from({ length: 1000 }, (_, n) =>
      [`x${n}`, '', hex(n, 40), '2025-09-02', '1', 'ETH', 'completed', '1'].join(','),
    )
    const last = `b,${hex(1, 64)},${hex(1, 40)},2025-09-02,2,ETH,completed,1`
    const file = await calls.check([...lines, ...more, last].join('\n'))
    const dry = { taken: 2501, repeated: 1, refused: 2 }
    expect(file).toMatchObject(dry)
    await calls.post(file.id, 'run')
    expect(await calls.settled(file.id)).toMatchObject({ state: 'done', ...dry })
  })

  it('can be repeated with other columns, and cancelled', async () => {
    const file = await calls.check([PURCHASE_HEADER, ...purchaseLines(3)].join('\n'))
    const columns = file.columns.with(5, 'stage_name')
    expect((await calls.post(file.id, 'check', { columns })).body.state).toBe('checking')
    expect(await calls.settled(file.id)).toMatchObject({ state: 'checked', columns, taken: 3 })
    expect((await calls.post(file.id, 'cancel')).body.state).toBe('discarded')
    expect(await calls.storedChunks(file.id)).toBe(0)
    expect((await calls.post(file.id, 'run')).status).toBe(409)
  })

  it.each([
    [['email', 'email'], 'Two columns become Email'],
    [['email', 'password'], 'There is no field password'],
    [['email', null], 'No column becomes Left at'],
    [['email'], 'Must be 2 values'],
  ])('does not start with the columns %j', async (columns, message) => {
    const { id } = await calls.upload('email,date\na@b.example,2025-01-01', { kind: 'lead' })
    const { status, body } = await calls.post(id, 'check', { columns })
    expect([status, body.message]).toEqual([400, `Path: body.columns, Message: ${message}`])
  })

  it('refuses rows of another project', async () => {
    const text = `email,date,project\na@b.example,2025-01-01,OTHER\nb@b.example,2025-01-01,${project}`
    const file = await calls.check(text, { kind: 'lead' })
    expect(file).toMatchObject({ taken: 1, refusals: [{ line: 2, column: 'project' }] })
  })

  it('reads the own export of leads again as it was', async () => {
    const leads = new Map([
      ['-x@sales.example', '+49 (30) 123 456'],
      ['=y@sales.example', '+4930123456'],
      ['+z@sales.example', '-30 123'],
      ["'q@sales.example", '0049 30 1'],
    ])
    for (const [email, mobile] of leads) await addLead(t.db, { project_id: project, email, mobile })
    const path = `/leads/csv?fields=email&fields=mobile&projects=${project}`
    const { text } = await t.call('GET', path, { as: admin })
    const other = someProjectId()
    await addProject(t.db, { id: other })
    const dated = text
      .trimEnd()
      .replaceAll('\r\n', ',2025-01-01\r\n')
      .replace(',2025-01-01', ',created at')
    const again = importCalls(t, admin, other)
    const { id, refusals } = await again.check(`${dated},2025-01-01\r\n`, { kind: 'lead' })
    expect(refusals).toEqual([])
    await again.post(id, 'run')
    await again.settled(id)
    const read = await t.db
      .selectFrom('leads')
      .select(['email', 'mobile'])
      .where('project_id', '=', other)
      .execute()
    const found = new Map(read.map(({ email, mobile }) => [email, mobile]))
    expect(found).toEqual(leads)
  })
})
