import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCodeTries } from '#server/db/accounts/code-tries.ts'
import { addEvent } from '#server/db/messages/account-events.ts'
import { listTransactions } from '#server/db/records/transactions.ts'
import { checkProject } from '#server/db/rollups/check.ts'
import { RULELESS } from '#server/db/schema/schema-alerts.ts'
import { TRIGGERS } from '#server/db/triggers/install.ts'
import { STAGE_FUNCTIONS, STAGE_TRIGGERS } from '#server/db/triggers/stage-sums.ts'
import {
  addBonusCode,
  addLead,
  addNote,
  addProject,
  addTransaction,
  addUser,
  addWallet,
  someAddress,
} from '#tests/support/server/builders.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'
import { openEarlier } from '#tests/support/server/earlier-database.ts'
import { migrate, MIGRATIONS } from './migrate.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase({ isOwn: true })
})
afterAll(() => database.close())

test('a migrated database needs no migration, also for several processes at once', async () => {
  const { db } = database
  expect(await Promise.all([migrate(db), migrate(db), migrate(db)])).toEqual([[], [], []])
})

test('a failed migration rolls back the ones before it', async () => {
  const { db } = database
  const steps = [
    ...MIGRATIONS,
    {
      name: '998-good',
      up: async (tx: typeof db) => void (await sql`create table good (n int)`.execute(tx)),
    },
    { name: '999-bad', up: () => Promise.reject(new Error('a step failed')) },
  ]
  // The steps use their own row types, and `migrate` passes them its transaction as it is.
  await expect(migrate(db, steps as never)).rejects.toThrow('a step failed')
  const { rows } = await sql`select to_regclass('good') as good`.execute(db)
  expect(rows).toEqual([{ good: null }])
})

test('a database from a newer version is not changed and fails with one line', async () => {
  await expect(migrate(database.db, MIGRATIONS.slice(0, -1))).rejects.toMatchObject({
    // The program prints the message of this error alone.
    name: 'SettingsError',
    message: expect.stringContaining(
      `The database is from a newer version of Saleroom (it has "${MIGRATIONS.at(-1)?.name}")`,
    ),
  })
})

test('wallets that an earlier version miscounted are corrected, with deposit classes and sums', async () => {
  const { db } = database
  await addProject(db, { id: 'MISCOUNTED' })
  const buyer = { project_id: 'MISCOUNTED', wallet_address: someAddress() }
  await addWallet(db, buyer)
  for (const _purchase of [1, 2]) await addTransaction(db, buyer)
  await sql`update wallets set purchase_count = 3 where project_id = 'MISCOUNTED'`.execute(db)
  expect((await addTransaction(db, buyer)).deposit_class).toBe(4)

  const name = '011-purchase-counts'
  await sql`delete from schema_migrations where name = ${name}`.execute(db)
  expect(await migrate(db)).toEqual([name])
  expect(await checkProject(db, 'MISCOUNTED')).toEqual([])
})

test('sums that an earlier version did not have are made from the rows', async () => {
  const { db } = database
  await addProject(db, { id: 'SUMMED' })
  for (const [place, source] of ['x', null, 'mail'].entries()) {
    const buyer = { project_id: 'SUMMED', wallet_address: someAddress() }
    const created_at = new Date(Date.UTC(2026, place, 3 + 9 * place, 23, 50))
    await addWallet(db, { ...buyer, utm_source: source, utm_medium: 'post', created_at })
    for (const status of ['completed', 'completed', 'refunded', 'failed'] as const) {
      const { id } = await addTransaction(db, {
        ...buyer,
        status,
        utm_source: source,
        country: 'DE',
        payment_token_amount: '0.000000000000000001',
        created_at: new Date(created_at.getTime() + 3_600_000),
      })
      await db
        .insertInto('bonus_transactions')
        .values({
          ...buyer,
          transaction_id: id,
          bonus_token_amount: '2.5',
          identifier: 'Gold',
          type: 'rank',
          created_at,
        })
        .execute()
    }
  }
  await sql
    .raw(
      `delete from time_rollups where source in ('f', 'b');
      delete from dimension_rollups where dimension = 6;
      delete from dimension_rollups where dimension = 4;
      insert into dimension_rollups select project_id, 4, level, bucket, k1, '', '', sum(n), sum(amount)
        from dimension_rollups where dimension = 5 and level <> 't' group by 1, 2, 3, 4, 5;
      alter table dimension_rollups drop first_deposits, drop second_deposits, drop paid;
      drop view purchase_bonuses`,
    )
    .execute(db)
  const name = '027-campaign-triggers'
  await sql`delete from schema_migrations where name = ${name}`.execute(db)
  expect(await migrate(db)).toEqual([name])
  expect(await checkProject(db, 'SUMMED')).toEqual([])
})

test('events whose rule an earlier version invented have none, and one of it adds none twice', async () => {
  const { db } = database
  const { id: person } = await addUser(db)
  const rule = randomUUID()
  // Those of its time.
  const kinds = RULELESS.filter((kind) => kind !== 'corrected')
  await sql
    .raw(
      `drop index alert_events_without_rule;
      alter table alert_events alter column rule_id set not null`,
    )
    .execute(db)
  const addEarlier = (kind: string, rule_id = sql`md5(${kind} || ' ' || ${person}::text)::uuid`) =>
    sql`insert into alert_events (rule_id, user_id, kind, key, at, data, created_at)
      values (${rule_id}, ${person}, ${kind}, 'a', now(), '{}', now())`.execute(db)
  for (const kind of kinds) await addEarlier(kind)
  await addEarlier('new_device', sql`${rule}::uuid`)
  const name = '038-events-without-rule'
  await sql`delete from schema_migrations where name = ${name}`.execute(db)
  expect(await migrate(db)).toEqual([name])

  const events = await db
    .selectFrom('alert_events')
    .select(['kind', 'rule_id'])
    .orderBy('id')
    .execute()
  expect(events).toEqual([
    ...kinds.map((kind) => ({ kind, rule_id: null })),
    { kind: 'new_device', rule_id: rule },
  ])
  const event = { userId: person, key: 'a', at: new Date(), data: {} }
  expect(await addEvent(db, { ...event, kind: 'digest' }, event.at)).toBe(false)
  expect(await addEvent(db, { ...event, kind: 'digest', key: 'b' }, event.at)).toBe(true)
  for (const kind of kinds)
    await expect(addEarlier(kind)).rejects.toThrow('alert_events_without_rule')
})

test('tries of codes that an earlier version has counted stay within their hour', async () => {
  const { db } = database
  const { id: person } = await addUser(db)
  await sql`drop table code_tries`.execute(db)
  const end = new Date('2026-11-20T13:00:00Z')
  const counters = [
    { key: `code-try:${person}:0`, count: 2 },
    { key: `code-try:${person}:9`, count: 1 },
    { key: 'code-try:999999:0', count: 2 },
    { key: `codes-blocked:${person}`, count: 1 },
  ].map((counter) => ({ ...counter, window_ends_at: end }))
  await db.insertInto('rate_counters').values(counters).execute()
  const name = '039-code-tries'
  await sql`delete from schema_migrations where name = ${name}`.execute(db)
  expect(await migrate(db)).toEqual([name])

  const at = new Date('2026-11-20T12:00:00Z')
  const tries = await listCodeTries(db, person, new Date(at.getTime() - 1))
  expect(tries).toHaveLength(2)
  expect(tries).toContainEqual(expect.objectContaining({ at, failed: true }))
  expect(tries).toContainEqual(expect.objectContaining({ at, failed: false }))
  expect(await listCodeTries(db, person, at)).toEqual([])
})

test('triggers of an earlier version are replaced', async () => {
  const { db } = database
  await sql
    .raw(
      `alter function set_deposit_class() rename to class_purchase;
      alter function refuse_audit_change() rename to refuse_change_of_trail;
      alter function lock_project_sales(text) rename to take_turn;
      create or replace function count_purchases() returns trigger language plpgsql as
        'begin return null; end'`,
    )
    .execute(db)
  const name = '013-triggers'
  await sql`delete from schema_migrations where name = ${name}`.execute(db)
  expect(await migrate(db)).toEqual([name])

  const { rows } = await sql<{ name: string }>`
    select proname as name from pg_proc where pronamespace = 'public'::regnamespace
      and proname in ('class_purchase', 'refuse_change_of_trail', 'set_deposit_class')`.execute(db)
  expect(rows).toEqual([{ name: 'set_deposit_class' }])
  await addProject(db, { id: 'REPLACED' })
  const buyer = { project_id: 'REPLACED', wallet_address: someAddress() }
  await addWallet(db, buyer)
  expect((await addTransaction(db, buyer)).deposit_class).toBe(1)
  expect((await addTransaction(db, buyer)).deposit_class).toBe(2)
  expect(await checkProject(db, 'REPLACED')).toEqual([])
})

test('purchases know since when their history is recorded, also those of an earlier version that still runs', async () => {
  const { db, close, buyer } = await openEarlier('019')
  const now = async () =>
    Number((await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)).rows[0]?.at)
  // As an earlier version writes them: it does not know the column.
  const addEarlier = async () =>
    (
      await sql<{ id: number }>`
      insert into transactions (project_id, wallet_address, payment_token_name,
        payment_token_amount, payment_usd_amount, status, created_at, updated_at)
      values ('OLD', ${buyer.wallet_address}, 'ETH', 1, 1, 'pending', now(), now())
      returning id`.execute(db)
    ).rows[0]?.id ?? 0
  const since = async (id: number) => {
    const { history_since: at } = await db
      .selectFrom('transactions')
      .select('history_since')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return Number(at)
  }
  const existing = await addEarlier()
  const upgrade = await now()
  await migrate(db)
  const after = await now()
  expect(await since(existing)).toBeGreaterThanOrEqual(upgrade)
  expect(await since(await addEarlier())).toBeGreaterThanOrEqual(after)
  const { id } = await addTransaction(db, buyer)
  expect(await since(id)).toBe(0)
  await sql`update transactions set country = 'DE'`.execute(db)
  expect(await since(id)).toBe(0)
  await sql`update transactions set status = 'refunded'`.execute(db)
  for (const one of [existing, id]) expect(await since(one)).toBeGreaterThanOrEqual(after)
  await close()
})

test('statements that an earlier version has saved are numbered by their time', async () => {
  const { db, close } = await openEarlier('040')
  await sql`insert into projects (id, created_at, updated_at) values ('NEW', now(), now())`.execute(
    db,
  )
  const addEarlier = async (project: string, at: string) =>
    void (await sql`insert into settlement_statements
        (project_id, start_date, end_date, tz, figures, created_at, created_by)
      values (${project}, '2026-01-01', '2026-02-01', 'UTC', '{}', ${at}, 'a@example.com')`.execute(
      db,
    ))
  await addEarlier('OLD', '2026-03-02')
  await addEarlier('OLD', '2026-03-01')
  await addEarlier('NEW', '2026-03-03')
  await migrate(db)
  // The earlier version still runs.
  await addEarlier('OLD', '2026-03-04')
  const { rows } = await sql`select project_id || ' ' || number as title from settlement_statements
    order by created_at`.execute(db)
  expect(rows).toEqual(['OLD 1', 'OLD 2', 'NEW 1', 'OLD 3'].map((title) => ({ title })))
  await expect(sql`update settlement_statements set number = 9`.execute(db)).rejects.toThrow(
    'append-only',
  )
  await close()
})

test('stages have the sums of purchases from before, and of those that an earlier version still writes', async () => {
  const { db, close, buyer } = await openEarlier('043')
  const names = ['Stage 1', ' STAGE 1\u00a0', 'Étape', null, '', '\u3000']
  const addAll = async () => {
    await sql`
      insert into transactions (project_id, wallet_address, stage_name, payment_token_name, tokens_bought,
        payment_token_amount, payment_usd_amount, status, voided_at, void_reason, created_at, updated_at)
      select 'OLD', ${buyer.wallet_address}, stage, 'ETH', 10, 1, 2.5, status, at, left(at::text, 9), now(), now()
      from unnest(${names}::text[]) stage, unnest('{completed,refunded,pending}'::text[]) status,
        unnest(array[null, now()]) at`.execute(db)
    await sql`
      insert into bonus_transactions (project_id, transaction_id, wallet_address, bonus_token_amount,
        identifier, type, created_at)
      select 'OLD', id, wallet_address, 3, 'Gold', 'rank', now() from transactions as t
      where not exists (select from bonus_transactions where transaction_id = t.id)`.execute(db)
  }
  const expectSums = async (...sums: string[]) => {
    const { rows } = await sql<{ text: string }>`
      select concat_ws(' ', source, key, n, trim_scale(amount), trim_scale(tokens)) as text
      from stage_rollups where level = 'a' order by source, key collate "C"`.execute(db)
    expect(rows.map(({ text }) => text)).toEqual(sums)
    expect(await checkProject(db, 'OLD')).toEqual([])
  }
  await addAll()
  await migrate(db)
  await expectSums('b stage 1 2 0 6', 'b étape 1 0 3', 'p stage 1 2 5 20', 'p étape 1 2.5 10')
  await addAll()
  await sql`update transactions set voided_at = null, void_reason = null`.execute(db)
  await expectSums('b stage 1 8 0 24', 'b étape 4 0 12', 'p stage 1 8 20 80', 'p étape 4 10 40')
  await close()
})

test('the indexes of a prefix have statistics at once', async () => {
  const { db, close, buyer } = await openEarlier('020')
  await addLead(db, buyer)
  await addBonusCode(db, { project_id: 'OLD' })
  await migrate(db)
  const { rows } = await sql<{ tablename: string }>`
    select tablename from pg_stats where tablename in ('leads_email', 'bonus_codes_prefix')
    group by 1 order by 1`.execute(db)
  expect(rows.map((row) => row.tablename)).toEqual(['bonus_codes_prefix', 'leads_email'])
  await close()
})

// A new text reaches existing databases only through a migration. Add one that calls
// installTriggers, then change the name and the hash here.
test('the last migration that installs the triggers installs the current text', () => {
  expect(MIGRATIONS.findLast(({ name }) => name.includes('triggers'))?.name).toBe(
    '042-proof-triggers',
  )
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)
  expect(hashOf(TRIGGERS)).toBe('5133d18d9b5a3491')
  // 043-stages installs these: their tables do not exist before.
  expect(hashOf(STAGE_FUNCTIONS + STAGE_TRIGGERS)).toBe('3740c1a681bd460f')
})

test.each(['session.refused', 'session.code_refused', 'session.step_up_refused'])(
  'an entry of %s can change its count but not its action',
  async (action) => {
    const { db } = database
    await sql`insert into audit_log (created_at, action, object_type)
      values (now(), ${action}, 'user')`.execute(db)
    await sql`update audit_log set after = '{"count": 2}' where action = ${action}`.execute(db)
    await expect(
      sql`update audit_log set action = 'user.update' where action = ${action}`.execute(db),
    ).rejects.toThrow('audit_log is append-only')
    await sql`delete from audit_log where action = ${action}`.execute(db)
  },
)

test('a lock-out can be deleted but not changed', async () => {
  const { db } = database
  await sql`insert into audit_log (created_at, action, object_type)
    values (now(), 'session.lock_out', 'user')`.execute(db)
  await expect(
    sql`update audit_log set after = '{}' where action = 'session.lock_out'`.execute(db),
  ).rejects.toThrow('audit_log is append-only')
  await sql`delete from audit_log where action = 'session.lock_out'`.execute(db)
})

test.each(['manual_transactions', 'audit_log'])(
  'rows of %s cannot be changed or deleted',
  async (table) => {
    const { db } = database
    const id = sql.id(table)
    if (table === 'audit_log')
      await sql`insert into audit_log (created_at, action, object_type) values (now(), 'a', 'b')`.execute(
        db,
      )
    else
      await sql`
      with p as (insert into projects (id, created_at, updated_at) values ('P', now(), now())),
      w as (insert into wallets (project_id, wallet_address, created_at) values ('P', '0x1', now()))
      select 1`
        .execute(db)
        .then(() =>
          sql`insert into manual_transactions
        (project_id, wallet_address, tokens, authorizer, created_at, updated_at)
        values ('P', '0x1', 1, 'a', now(), now())`.execute(db),
        )
    const refused = `${table} is append-only`
    await expect(sql`update ${id} set created_at = now()`.execute(db)).rejects.toThrow(refused)
    await expect(sql`delete from ${id}`.execute(db)).rejects.toThrow(refused)
    await expect(sql`truncate ${id} cascade`.execute(db)).rejects.toThrow(refused)
  },
)

test('people from before may write, their alerts stay, and no record has notes', async () => {
  const { db, close, buyer } = await openEarlier('044')
  const ann = await addUser(db, { role: 'admin' })
  const purchase = await addTransaction(db, buyer)
  await migrate(db)
  // As the earlier version writes it, which still runs.
  const ben = await addUser(db, { role: 'client' })
  const users = await db.selectFrom('users').select(['id', 'may_write']).orderBy('id').execute()
  expect(users.map(({ may_write }) => may_write)).toEqual([true, true])
  await sql`update users set may_write = false where id = ${ben.id}`.execute(db)
  await expect(
    sql`update users set may_write = false where id = ${ann.id}`.execute(db),
  ).rejects.toThrow('users_admins_may_write')
  const page = { page: 1, limit: 20 }
  expect(await listTransactions(db, ['OLD'], page, { noted: '1' })).toEqual([])
  const on = { kind: 'transaction', record: String(purchase.id) } as const
  await addNote(db, buyer, { ...on, author_id: ann.id })
  expect(await listTransactions(db, ['OLD'], page, { noted: '1' })).toMatchObject([{ notes: 1 }])
  await close()
})
