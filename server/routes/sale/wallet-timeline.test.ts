import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TIMELINE_KINDS, type TimelineEntry } from '#src/wire/wallet-details.ts'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import {
  addBonusTransaction,
  addManualTransaction,
  addNote,
  addProject,
  addReferralPayout,
  addTransaction,
  addWallet,
} from '#tests/support/server/builders.ts'

const WALLET = `0x${'ab'.repeat(20)}`
const BUYER = `0x${'cd'.repeat(20)}`
const day = (n: number) => `2026-11-${String(n).padStart(2, '0')}T09:00:00.000Z`

let app: TestApp
let staff: Awaited<ReturnType<TestApp['signIn']>>
let failed: Awaited<ReturnType<typeof addTransaction>>

beforeAll(async () => {
  app = await openTestApp()
  const { db } = app
  for (const project_id of ['AURA', 'SECRET']) {
    await addProject(db, { id: project_id })
    await addWallet(db, { project_id, wallet_address: WALLET, created_at: day(1) })
  }
  staff = await app.signIn('client', ['AURA'])
  await fillTimeline('AURA')
  // The same in another project, which must not appear.
  await fillTimeline('SECRET')
})
afterAll(() => app.close())

async function fillTimeline(project_id: string) {
  const { db } = app
  const own = { project_id, wallet_address: WALLET }
  await addWallet(db, {
    project_id,
    wallet_address: BUYER,
    referred_by: WALLET,
    created_at: day(2),
  })
  const purchase = await addTransaction(db, {
    ...own,
    status: 'failed',
    status_reason: 'Not enough gas',
    created_at: day(3),
  })
  if (project_id === 'AURA') failed = purchase
  const referred = await addTransaction(db, {
    project_id,
    wallet_address: BUYER,
    payment_usd_amount: '99.90',
    created_at: day(4),
  })
  const of = { ...own, transaction_id: referred.id }
  await addBonusTransaction(db, { ...of, type: 'referrer', created_at: day(5) })
  // A bonus that another wallet gets for this wallet's purchase is no entry.
  await addBonusTransaction(db, { ...of, transaction_id: purchase.id, wallet_address: BUYER })
  await addReferralPayout(db, { ...of, created_at: day(6) })
  await addReferralPayout(db, { ...own, created_at: day(7) })
  await addManualTransaction(db, { ...own, transaction_id: purchase.id, created_at: day(8) })
  const admin = await app.signIn('admin')
  for (const [at, value] of [
    [9, 12.5],
    [10, 12.5],
    [11, null],
  ] as const) {
    app.clock.set(day(at))
    await app.call('PATCH', `/wallets/${project_id}/${WALLET}`, {
      as: admin,
      body: { referral_payout_percentage: value },
      ip: '203.0.113.9',
    })
  }
  await db
    .insertInto('audit_log')
    .values({
      created_at: day(12),
      actor_id: null,
      actor: 'ada@saleroom.example',
      actor_role: 'admin',
      ip: '203.0.113.7',
      session_id: 'a-secret-session',
      request_id: 'a-request',
      action: 'wallet.note',
      object_type: 'wallet',
      object_id: WALLET,
      project_id,
      before: null,
      after: null,
    })
    .execute()
  const note = { author_id: admin.user.id, text: 'Do not credit yet' }
  await addNote(db, own, { ...note, created_at: day(13) })
  const on = { kind: 'transaction', record: String(purchase.id) } as const
  await addNote(db, own, { ...note, ...on, created_at: day(14) })
  await addNote(db, own, { ...note, created_at: day(15), deleted_at: day(15) })
  // A note on another wallet is no entry.
  await addNote(db, { ...own, wallet_address: BUYER }, note)
  app.clock.set('2026-11-20T12:00:00.000Z')
}

async function timeline(query = ''): Promise<TimelineEntry[]> {
  const { status, body } = await app.call('GET', `/wallets/AURA/${WALLET}/timeline?${query}`, {
    as: staff,
  })
  expect(status).toBe(200)
  return body.results
}

const kindsOf = (entries: readonly TimelineEntry[]) => entries.map(({ kind }) => kind)

describe('the timeline of a wallet', () => {
  test('has every kind of entry, newest first, each with its record', async () => {
    const entries = await timeline()
    expect(entries).toMatchObject([
      { kind: 'note', at: day(15), note: { text: null, deleted_at: day(15), mentions: [] } },
      { kind: 'note', at: day(14), note: { kind: 'transaction', record_id: String(failed.id) } },
      {
        kind: 'note',
        at: day(13),
        note: { kind: 'wallet', record_id: WALLET, text: 'Do not credit yet' },
      },
      { kind: 'audit', at: day(12), audit: { actor: 'ada@saleroom.example' } },
      {
        kind: 'override',
        at: day(11),
        override: { field: 'referral_payout_percentage', before: 12.5, after: null },
      },
      {
        kind: 'override',
        at: day(9),
        override: { field: 'referral_payout_percentage', before: null, after: 12.5 },
      },
      { kind: 'credit', at: day(8), credit: { transaction_id: String(failed.id), tokens: '10' } },
      { kind: 'payout', at: day(7), payout: { transaction_id: null, buyer_address: null } },
      { kind: 'payout', at: day(6), payout: { buyer_address: BUYER, amount_before_gas: '5' } },
      { kind: 'bonus', at: day(5), bonus: { buyer_address: BUYER, wallet_address: WALLET } },
      { kind: 'purchase', at: day(3), purchase: { status_reason: 'Not enough gas' } },
      { kind: 'referral', at: day(2), referral: { wallet_address: BUYER, paid_usd: '99.9' } },
    ])
    const [credit, purchase] = [entries[6], entries[10]]
    expect(purchase).toHaveProperty('purchase.credit_id', credit?.id)
    expect(purchase?.id).toBe(String(failed.id))
  })

  test('names who changed an override, and leaves out a change to the same value', async () => {
    const entries = await timeline('kinds=override')
    expect(entries).toHaveLength(2)
    for (const entry of entries)
      expect(entry).toHaveProperty('override.actor', expect.stringContaining('@'))
  })

  test('shows nothing of where or in which session something was done', async () => {
    const text = JSON.stringify(await timeline())
    expect(text).not.toMatch(/203\.0\.113|session|a-request|"ip"/)
  })

  test.each(TIMELINE_KINDS)('can be narrowed to one kind: %s', async (kind) => {
    const all = await timeline()
    expect(await timeline(`kinds=${kind}`)).toEqual(all.filter((entry) => entry.kind === kind))
  })

  test('can be narrowed to several kinds, also if one is named twice', async () => {
    expect(kindsOf(await timeline('kinds=credit&kinds=purchase&kinds=credit'))).toEqual([
      'credit',
      'purchase',
    ])
    const { status } = await app.call('GET', `/wallets/AURA/${WALLET}/timeline?kinds=party`, {
      as: staff,
    })
    expect(status).toBe(400)
  })

  test('pages without a gap or a repetition, whatever the length of a page', async () => {
    const all = await timeline('limit=100')
    for (const limit of [1, 2, 4]) {
      const pages: TimelineEntry[] = []
      for (let page = 1; pages.length < all.length; page++)
        pages.push(...(await timeline(`limit=${limit}&page=${page}`)))
      expect(pages).toEqual(all)
      expect(await timeline(`limit=${limit}&page=${all.length + 1}`)).toEqual([])
    }
  })

  test('has entries of one time in a stable order', async () => {
    const crowd = `0x${'ee'.repeat(20)}`
    const own = { project_id: 'AURA', wallet_address: crowd, created_at: day(1) }
    await addWallet(app.db, own)
    for (let n = 0; n < 12; n++) {
      const { id } = await addTransaction(app.db, own)
      await addBonusTransaction(app.db, { ...own, transaction_id: id })
      await addManualTransaction(app.db, own)
      await addWallet(app.db, {
        ...own,
        wallet_address: `0x${String(n).padStart(40, '0')}`,
        referred_by: crowd,
      })
    }
    const read = async (query: string) => {
      const { body } = await app.call('GET', `/wallets/AURA/${crowd}/timeline?${query}`, {
        as: staff,
      })
      return body.results.map(({ kind, id }: TimelineEntry) => `${kind} ${id}`)
    }
    const all: string[] = await read('limit=100')
    expect(new Set(all).size).toBe(48)
    const pages = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7].map((page) => read(`limit=7&page=${page}`)),
    )
    expect(pages.flat()).toEqual(all)
    const credits = all.filter((entry) => entry.startsWith('credit')).map((e) => Number(e.slice(7)))
    expect(credits).toEqual(credits.toSorted((a, b) => b - a))
  })
})
