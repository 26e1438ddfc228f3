import { randomBytes } from 'node:crypto'
import type { Insertable, Selectable } from 'kysely'
import { createIngestKey } from '#server/auth/ingest-keys.ts'
import type { Db } from '#server/db/engine/open.ts'
import { recordTerms } from '#server/db/projects/project-terms.ts'
import type { ChainPaymentsTable, ChainsTable } from '#server/db/schema/schema-chains.ts'
import type { NotesTable } from '#server/db/schema/schema-notes.ts'
import type { UsersTable } from '#server/db/schema/schema-users.ts'
import type {
  BonusCodesTable,
  BonusTransactionsTable,
  Database,
  LeadsTable,
  ManualTransactionsTable,
  ProjectsTable,
  ReferralPayoutsTable,
  TransactionsTable,
  UserRow,
  WalletsTable,
} from '#server/db/schema/schema.ts'

// Rows for tests. Every field has a default, so a test sets only the fields it is about.

const AT = new Date('2026-11-01T09:00:00.000Z')
const hex = (bytes: number) => randomBytes(bytes).toString('hex')

export const someAddress = () => `0x${hex(20)}`
const someHash = () => `0x${hex(32)}`
export const someProjectId = () => `P${hex(4).toUpperCase()}`

/** Argon2id of `saleroom-demo`, precomputed: hashing would take most of a test's time. */
export const TEST_PASSWORD = 'saleroom-demo'
const TEST_PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$winhBTTF9UjZDk4c3UsfCA$MkLwUlnqv9crIKxzY4BxrEzWhwmLLxCR2ajMEoGWLb8'

export type UserFields = Partial<Insertable<UsersTable>>

export async function addUser(
  db: Db,
  fields: UserFields = {},
  projects: readonly string[] = [],
): Promise<UserRow> {
  const user = await db
    .insertInto('users')
    .values({
      email: `${hex(6)}@saleroom.example`,
      role: 'user',
      password_hash: TEST_PASSWORD_HASH,
      is_email_verified: true,
      requires_password_reset: false,
      created_at: AT,
      updated_at: AT,
      ...fields,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  for (const project_id of projects) {
    await db
      .insertInto('memberships')
      .values({ user_id: user.id, project_id, created_at: AT })
      .execute()
  }
  return user
}

export async function addProject(db: Db, fields: Partial<Insertable<ProjectsTable>> = {}) {
  const project = await insert(db, 'projects', {
    id: someProjectId(),
    created_at: AT,
    updated_at: AT,
    default_min_referral_spend: '0',
    default_referral_payout_percentage: '5',
    default_referral_token_bonus_percentage: '0',
    fee_percentage: '0',
    liquidity_split_percentage: '0',
    staking_apy: '0',
    ...fields,
  })
  await recordTerms(db, project.id, {
    validFrom: project.created_at,
    changedBy: null,
    reason: null,
  })
  return project
}

export function addWallet(
  db: Db,
  fields: Partial<Insertable<WalletsTable>> & { project_id: string },
) {
  return insert(db, 'wallets', { wallet_address: someAddress(), created_at: AT, ...fields })
}

export function addTransaction(
  db: Db,
  fields: Partial<Insertable<TransactionsTable>> & { project_id: string; wallet_address: string },
) {
  return insert(db, 'transactions', {
    transaction_hash: someHash(),
    stage_name: 'Stage 1',
    payment_token_name: 'ETH',
    payment_token_amount: '1',
    payment_usd_amount: '100',
    tokens_bought: '1000',
    status: 'completed',
    history_since: null,
    created_at: AT,
    updated_at: AT,
    ...fields,
  })
}

/** A connected chain with ETH as its coin. */
export function addChain(
  db: Db,
  fields: Partial<Insertable<ChainsTable>> & { project_id: string },
) {
  return insert(db, 'chains', {
    chain_id: 1,
    name: 'Ethereum',
    rpc_url_sealed: '',
    rpc_host: 'node.example',
    explorer_url: 'https://explorer.example',
    confirmations: 12,
    receivers: [someAddress()],
    tokens: JSON.stringify([{ symbol: 'ETH', address: null, decimals: 18 }]),
    symbols: ['eth'],
    from_block: 0,
    ...fields,
  })
}

export function addBonusTransaction(
  db: Db,
  fields: Partial<Insertable<BonusTransactionsTable>> & {
    project_id: string
    transaction_id: number
    wallet_address: string
  },
) {
  return insert(db, 'bonus_transactions', {
    bonus_token_amount: '50',
    identifier: hex(8),
    type: 'rank',
    created_at: AT,
    ...fields,
  })
}

export function addReferralPayout(
  db: Db,
  fields: Partial<Insertable<ReferralPayoutsTable>> & { project_id: string },
) {
  return insert(db, 'referral_payouts', {
    wallet_address: someAddress(),
    amount_before_gas: '5',
    created_at: AT,
    ...fields,
  })
}

export function addManualTransaction(
  db: Db,
  fields: Partial<Insertable<ManualTransactionsTable>> & {
    project_id: string
    wallet_address: string
  },
) {
  return insert(db, 'manual_transactions', {
    tokens: '10',
    reason: 'a gift',
    authorizer_id: null,
    authorizer: 'admin@saleroom.example',
    created_at: AT,
    updated_at: AT,
    ...fields,
  })
}

export function addBonusCode(
  db: Db,
  fields: Partial<Insertable<BonusCodesTable>> & { project_id: string },
) {
  return insert(db, 'bonus_codes', { code: hex(4), percentage: '10', created_at: AT, ...fields })
}

export function addLead(db: Db, fields: Partial<Insertable<LeadsTable>> & { project_id: string }) {
  return insert(db, 'leads', {
    email: `${hex(6)}@lead.example`,
    created_at: AT,
    updated_at: AT,
    ...fields,
  })
}

let places = 0

/** A payment on a blockchain without a purchase. */
export function addPayment(
  db: Db,
  fields: Partial<Insertable<ChainPaymentsTable>> & { project_id: string },
) {
  places += 1
  return insert(db, 'chain_payments', {
    chain_id: 1,
    transaction_hash: someHash(),
    log_index: 0,
    block: 1,
    at: AT,
    found_at: AT,
    payer: someAddress(),
    receiver: someAddress(),
    token: 'USDT',
    amount: '12.5',
    place: places,
    ...fields,
  })
}

/** A note on this wallet, or on what `fields` names. */
export function addNote(
  db: Db,
  wallet: { project_id: string; wallet_address: string },
  fields: Partial<Insertable<NotesTable>> & { author_id: number },
) {
  return insert(db, 'notes', {
    ...wallet,
    kind: 'wallet',
    record: wallet.wallet_address,
    text: 'Waits for finance',
    created_at: AT,
    ...fields,
  })
}

/** A key with which a project's site sends events. */
export async function addIngestKey(
  db: Db,
  projectId: string,
  now = AT,
): Promise<{ id: string; key: string }> {
  const source = { actor: { id: null, email: 'tests', role: 'operator' }, now }
  const { row, key } = await db
    .transaction()
    .execute((tx) => createIngestKey(tx, source, { projectId, name: 'site' }))
  return { id: String(row.id), key }
}

async function insert<Table extends keyof Database>(
  db: Db,
  table: Table,
  row: Insertable<Database[Table]>,
): Promise<Selectable<Database[Table]>> {
  return db.insertInto(table).values(row).returningAll().executeTakeFirstOrThrow()
}
