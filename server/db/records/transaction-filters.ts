import { sql, type RawBuilder } from 'kysely'
import type * as z from 'zod/mini'
import type { Db } from '#server/db/engine/open.ts'
import { MAX_LABEL_LENGTH, MAX_REFERRER_LENGTH } from '#src/wire/ingest.ts'
import type { SortOrder } from '#src/wire/paging.ts'
import { PROOF_STATES, type ProofState } from '#src/wire/proofs.ts'
import {
  DEPOSITS,
  TRANSACTION_STATUSES,
  type transactionTotalQuerySchema,
  type TransactionSort,
} from '#src/wire/transactions.ts'
import { hexCondition } from './hex-condition.ts'
import { parseId } from './ids.ts'
import { whereCreated, type ListRows } from './list-page.ts'
import { whereNoted } from './note-counts.ts'
import { chosenStages, STAGE_KEY } from './stage-filters.ts'
import { whereNotCheckable } from './transaction-proofs.ts'

/** The filters of the list. An empty list of alternatives is no filter. */
export type TransactionFilters = Partial<
  Omit<z.output<typeof transactionTotalQuerySchema>, 'projects'>
>

export interface TransactionOrder {
  sort?: TransactionSort
  order?: SortOrder
}

/** Planning a branch takes about 0.05 ms, so more of them take longer than they save. */
const MAX_BRANCHES = 100

/** The purchases that the filters leave, newest first unless ordered otherwise. */
export async function transactionRows(
  db: Db,
  projects: readonly string[],
  filters: TransactionFilters,
  { sort = 'created_at', order = 'desc' }: TransactionOrder = {},
): Promise<ListRows> {
  const stages = await chosenStages(db, projects, filters)
  const chosen = await chosenValues(db, projects, filters, stages.keys)
  // The index of a filter has its rows by value, and within a value by time: several values need a
  // branch each. Within one wallet or hash there is little to read, and no filter has an index by
  // amount.
  const { hash, walletAddress } = filters
  const canBranch = !hash && !walletAddress && sort !== 'payment_usd_amount'
  const branching = chosen
    .filter(({ values }) => canBranch && values.length * projects.length <= MAX_BRANCHES)
    .toSorted((a, b) => a.values.length - b.values.length)
    .find(({ values }) => values.length > 1)
  const others = chosen.filter((filter) => filter !== branching).map(isOneOf)
  return {
    table: 'transactions',
    key: ['id'],
    by: sql.ref(sort),
    order,
    where: sql.join([whereOthers(filters), stages.where, ...others], sql` `),
    noted: filters.noted && 'transaction',
    alternatives: branching?.values.map((value) => sql`and ${branching.column} = ${value}`),
  }
}

/** The condition of all filters, starting with `and`. */
export async function whereTransactions(
  db: Db,
  projects: readonly string[],
  filters: TransactionFilters,
): Promise<RawBuilder<unknown>> {
  const stages = await chosenStages(db, projects, filters)
  const chosen = await chosenValues(db, projects, filters, stages.keys)
  const byNotes = whereNoted(filters.noted && 'transaction', projects)
  return sql.join([whereOthers(filters), stages.where, byNotes, ...chosen.map(isOneOf)], sql` `)
}

interface Chosen {
  /** A column, or an expression of an index. */
  column: RawBuilder<unknown>
  type: 'text' | 'bigint' | 'smallint'
  values: readonly (string | number)[]
}

/**
 * A single value keeps the order of an index behind the column. Several are one parameter, because each
 * branch repeats it and a statement has at most 65,535.
 */
function isOneOf({ column, type, values }: Chosen): RawBuilder<unknown> {
  const [only] = values
  return values.length === 1
    ? sql`and ${column} = ${only}`
    : sql`and ${column} = any(${[...values]}::${sql.raw(type)}[])`
}

/** The filters that are a column with some values, each value once. */
async function chosenValues(
  db: Db,
  projects: readonly string[],
  filters: TransactionFilters,
  stageKeys: readonly string[],
): Promise<Chosen[]> {
  const { status = [], payment_token = [], key = [], currency = [] } = filters
  const { proof = [] } = filters
  const statuses = new Set(status)
  const isEveryStatus = statuses.size === TRANSACTION_STATUSES.length
  const keys = key.length === 0 ? [] : await keyIdsOf(db, projects, key)
  const texts = [
    { column: sql.ref('status'), values: isEveryStatus ? [] : [...statuses] },
    { column: STAGE_KEY, values: [...stageKeys] },
    { column: sql.ref('payment_token_name'), values: [...new Set(payment_token)] },
    // Other currencies are found by their label.
    {
      column: sql.ref('payment_token_name'),
      values: isAsStored(currency) ? [...new Set(currency)] : [],
    },
    // Those that are not checkable have no state.
    {
      column: sql.ref('proof_state'),
      values: proof.includes(NOT_CHECKABLE) ? [] : [...new Set(proof)],
    },
  ].map((filter) => ({ ...filter, type: 'text' as const }))
  return [
    ...texts,
    { column: sql.ref('received_key_id'), type: 'bigint' as const, values: keys },
  ].filter(({ values }) => values.length > 0)
}

const NOT_CHECKABLE: ProofState = 'not_checkable'

/** No row has it. */
const NO_ID = 0

/** The keys of the projects that have one of these names, revoked ones included; never empty. */
async function keyIdsOf(
  db: Db,
  projects: readonly string[],
  names: readonly string[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ingest_keys where project_id = any(${[...projects]}::text[])
      and name = any(${[...names]}::text[])`.execute(db)
  return rows.length === 0 ? [NO_ID] : rows.map(({ id }) => id)
}

function whereOthers(filters: TransactionFilters): RawBuilder<unknown> {
  const { hash, walletAddress, source_id, price, voided, bonus_code, deposit = [] } = filters
  const { proof = [] } = filters
  const { country, currency = [], referrer, utm_source, utm_medium } = filters
  const places = [...new Set(deposit)].map((place) => DEPOSITS.indexOf(place) + 1)
  const conditions = [
    whereCreated(filters),
    hash === 'none'
      ? sql`and transaction_hash is null`
      : hash && sql`and ${hexCondition('transaction_hash', hash)}`,
    walletAddress && sql`and ${hexCondition('wallet_address', walletAddress)}`,
    source_id !== undefined && whereSource(source_id),
    price && sql`and price_is_unusual`,
    voided && (voided === '1' ? sql`and voided_at is not null` : sql`and voided_at is null`),
    bonus_code !== undefined && whereBonusCode(bonus_code),
    proof.includes(NOT_CHECKABLE) && whereProof(proof),
    places.length > 0 &&
      isOneOf({ column: sql.ref('deposit_class'), type: 'smallint', values: places }),
    whereLabel('country', country),
    isAsStored(currency) || whereLabel('payment_token_name', currency),
    whereLabel('referrer', referrer, MAX_REFERRER_LENGTH),
    whereLabel('utm_source', utm_source),
    whereLabel('utm_medium', utm_medium),
  ]
  return sql.join(
    conditions.filter((condition) => typeof condition === 'object'),
    sql` `,
  )
}

/** From so many characters on, the beginning of a sender's id finds it. */
const MIN_SOURCE_PREFIX = 6

/** A sender's id, or its beginning. Case matters. */
function whereSource(id: string): RawBuilder<unknown> {
  return id.length < MIN_SOURCE_PREFIX
    ? sql`and source_id = ${id}`
    : sql`and source_id is not null and source_id ^@ ${id}`
}

function whereBonusCode(id: string): RawBuilder<unknown> {
  return sql`and id in (
    select transaction_id from bonus_transactions where bonus_code_id = ${parseId(id) ?? NO_ID})`
}

/** The rows with one of these states, or without one. */
function whereProof(states: readonly ProofState[]): RawBuilder<unknown> {
  const stored = PROOF_STATES.filter((state) => state !== NOT_CHECKABLE && states.includes(state))
  const isWithout = whereNotCheckable('transactions')
  return stored.length === 0
    ? sql`and ${isWithout}`
    : sql`and (proof_state = any(${stored}::text[]) or ${isWithout})`
}

/** Whether these labels are the texts of their column as they are: not cut, and not for a missing one. */
function isAsStored(labels: readonly string[], maxLength = MAX_LABEL_LENGTH): boolean {
  return labels.every((label) => label !== 'unknown' && [...label].length < maxLength)
}

/** The rows with one of these labels, as the rollups have them. */
function whereLabel(
  column: string,
  labels: readonly string[] = [],
  maxLength = MAX_LABEL_LENGTH,
): RawBuilder<unknown> {
  const values = [...new Set(labels)]
  if (values.length === 0) return sql``
  // The plain column has statistics.
  if (isAsStored(values, maxLength))
    return isOneOf({ column: sql.ref(column), type: 'text', values })
  const label = sql`sale_label(${sql.ref(column)}, ${sql.lit(maxLength)})`
  return sql`and ${label} = any(${values}::text[])`
}
