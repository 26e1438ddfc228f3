import type { ColumnType, Selectable } from 'kysely'
import type { Explorer } from '#src/domain/sale/explorers.ts'
import type { StoredProofState } from '#src/wire/proofs.ts'
import type {
  Decimal,
  DefaultedDecimal,
  Defaulted,
  Fixed,
  Id,
  Instant,
  MaybeDecimal,
  MaybeInstant,
  MaybeText,
} from './columns.ts'
import type {
  AlertEvaluationTable,
  AlertEventsTable,
  AlertMessagesTable,
  AlertRulesTable,
  AlertSettingsTable,
  IngestRefusalCountsTable,
  NoticesTable,
} from './schema-alerts.ts'
import type {
  AllocationListsTable,
  AllocationRowsTable,
  AllocationTreesTable,
} from './schema-allocations.ts'
import type { ApprovalsTable, SeoScriptVersionsTable } from './schema-approvals.ts'
import type {
  AuditLogTable,
  IdempotencyKeysTable,
  MembershipsTable,
  RateCountersTable,
  RefreshTokensTable,
  SessionsTable,
  VerificationTokensTable,
} from './schema-audit.ts'
import type {
  ChainJobsTable,
  ChainPaymentsTable,
  ChainsTable,
  ProofsTable,
} from './schema-chains.ts'
import type {
  CodeTriesTable,
  FactorsTable,
  PasswordRequestsTable,
  RecoveryCodesTable,
  SecurityPolicyTable,
} from './schema-factors.ts'
import type { ImportChunksTable, ImportRefusalsTable, ImportsTable } from './schema-imports.ts'
import type { IngestKeysTable, RefusedEventsTable, StatusChangesTable } from './schema-ingest.ts'
import type {
  NoteCountsTable,
  NoteMentionsTable,
  NotesTable,
  ReadingKeyAddressesTable,
  ReadingKeyProjectsTable,
  ReadingKeysTable,
} from './schema-notes.ts'
import type { PushDevicesTable, ServerKeysTable } from './schema-push.ts'
import type { DimensionRollupsTable, TimeRollupsTable } from './schema-rollups.ts'
import type {
  BannersTable,
  MediaChunksTable,
  MediaTable,
  SeoScriptsTable,
  VitalsTable,
} from './schema-site.ts'
import type {
  StageBuyersTable,
  StageNamesTable,
  StagePlansTable,
  StagePricesTable,
  StageRollupsTable,
  StagesTable,
  StageWalletsTable,
} from './schema-stages.ts'
import type { SettlementStatementsTable } from './schema-statements.ts'
import type { UsersTable } from './schema-users.ts'

export type TransactionStatus =
  | 'pending'
  | 'processing'
  | 'completed'
  | 'failed'
  | 'expired'
  | 'refunded'

export interface ProjectsTable {
  /** The token name. */
  id: Fixed<string>
  number: Defaulted<number>
  created_at: Instant
  updated_at: Instant
  api_url: MaybeText
  buy_url: MaybeText
  website_url: MaybeText
  project_ticker: MaybeText
  default_min_referral_spend: DefaultedDecimal
  default_referral_payout_percentage: DefaultedDecimal
  default_referral_token_bonus_percentage: DefaultedDecimal
  fee_enabled: Defaulted<boolean>
  /** A fraction from 0 to 1. */
  fee_percentage: DefaultedDecimal
  fee_wallet_address: MaybeText
  income_wallet_address: MaybeText
  liquidity_split_enabled: Defaulted<boolean>
  /** A fraction from 0 to 1. */
  liquidity_split_percentage: DefaultedDecimal
  liquidity_wallet_address: MaybeText
  profit_wallet_address: MaybeText
  staking_enabled: Defaulted<boolean>
  staking_apy: DefaultedDecimal
  staking_rewards_active: Defaulted<boolean>
  telegram_channel_id: MaybeText
  telegram_message_text: MaybeText
  telegram_notifications_enabled: Defaulted<boolean>
  telegram_media_id: ColumnType<number | null, number | null | undefined, number | null>
  /** Encrypted with the server's secret (server/auth/secret.ts). The whole key never leaves the server. */
  brevo_api_key_sealed: MaybeText
  brevo_api_key_last4: MaybeText
  brevo_list_id: ColumnType<number | null, number | null | undefined, number | null>
  forward_leads_to_brevo: Defaulted<boolean>
  banners_enabled: Defaulted<boolean>
  /** "w:h" */
  banners_desktop_aspect_ratio: Defaulted<string>
  /** "w:h" */
  banners_mobile_aspect_ratio: Defaulted<string>
  /** Links to a chain's explorer; written as JSON. */
  explorers: ColumnType<Explorer[], string | undefined, string>
  /** Whether its plan has stages. */
  has_stages: Defaulted<boolean>
  credit_step_up_over: MaybeDecimal
  credit_approval_over: MaybeDecimal
  bonus_code_step_up_over: MaybeDecimal
  /** Archived projects are hidden from names, filters and lists. */
  archived_at: MaybeInstant
}

/** What `recordTerms` reads; it writes every term (project-terms.ts). */
export interface ProjectTermsTable {
  id: Id
  project_id: Fixed<string>
  valid_from: ColumnType<Date, Date | string, never>
  /** Null for the terms of before they were recorded. */
  changed_by: Fixed<string | null>
  reason: Fixed<string | null>
}

export interface WalletsTable {
  project_id: Fixed<string>
  /** Lower case, as everywhere in the database. */
  wallet_address: Fixed<string>
  created_at: Instant
  country: MaybeText
  referrer: MaybeText
  utm_source: MaybeText
  utm_medium: MaybeText
  referred_by: MaybeText
  referral_code: MaybeText
  referral_code_applied_at: MaybeInstant
  min_referral_spend: MaybeDecimal
  referral_payout_percentage: MaybeDecimal
  referral_token_bonus_percentage: MaybeDecimal
  /** The time of the wallet's first completed purchase, or null. Maintained by triggers. */
  first_purchase_at: MaybeInstant
  /** The number of purchases that count. Maintained by triggers, as the sums below. */
  purchase_count: Defaulted<number>
  /** Of purchases that count. */
  paid_usd: DefaultedDecimal
  purchased_tokens: DefaultedDecimal
  /** Of purchases that count, of any wallet. */
  bonus_tokens: DefaultedDecimal
  /** Of credits that were not reversed. */
  credited_tokens: DefaultedDecimal
  /** Where what it is owed goes: another address, which may have bought nothing. */
  successor: MaybeText
}

export interface TransactionsTable {
  id: Id
  project_id: string
  wallet_address: string
  /** Lower case; unique within a project. */
  transaction_hash: MaybeText
  stage_name: MaybeText
  payment_token_name: string
  payment_token_amount: Decimal
  payment_usd_amount: Decimal
  tokens_bought: MaybeDecimal
  type: Defaulted<string>
  status: TransactionStatus
  /** Of its newest event. */
  status_reason: MaybeText
  source_id: MaybeText
  /** Earlier changes of its status may be missing; null if all are recorded. Set by default. */
  history_since: ColumnType<Date | null, Date | null | undefined, never>
  created_at: Instant
  updated_at: Instant
  country: MaybeText
  referrer: MaybeText
  utm_source: MaybeText
  utm_medium: MaybeText
  /** Since when it counts nowhere; null for a purchase that was not voided. */
  voided_at: MaybeInstant
  /** An email address. */
  voided_by: MaybeText
  void_reason: MaybeText
  /** As it was worked out when it arrived. */
  price_is_unusual: Defaulted<boolean>
  /** When the event arrived whose state it shows. Null for purchases from before this was recorded. */
  received_at: MaybeInstant
  /** The key that sent it; null for an import. */
  received_key_id: ColumnType<number | null, number | null | undefined, number | null>
  /** 1, 2, 3, or 4 for all later ones; null unless it counts. Maintained by triggers. */
  deposit_class: ColumnType<number | null, number | null | undefined, number | null>
  /** Of its proof by the chain; null while no connected chain can prove it. Triggers maintain it. */
  proof_state: ColumnType<
    StoredProofState | null,
    StoredProofState | null | undefined,
    StoredProofState | null
  >
}

export interface BonusTransactionsTable {
  id: Id
  project_id: string
  transaction_id: number
  bonus_code_id: ColumnType<number | null, number | null | undefined, number | null>
  bonus_token_amount: Decimal
  identifier: string
  type: 'bonus_code' | 'rank' | 'referral' | 'referrer'
  wallet_address: string
  created_at: Instant
}

export interface ReferralPayoutsTable {
  id: Id
  project_id: string
  transaction_id: ColumnType<number | null, number | null | undefined, number | null>
  /** The sender's id of the purchase, which may not have arrived yet. */
  source_id: MaybeText
  /** The wallet that is paid. */
  wallet_address: string
  amount_before_gas: Decimal
  created_at: Instant
}

/** Credits: triggers refuse to change or delete these rows. */
export interface ManualTransactionsTable {
  id: Id
  project_id: Fixed<string>
  wallet_address: Fixed<string>
  tokens: ColumnType<string, string, never>
  reason: ColumnType<string | null, string | null, never>
  authorizer_id: ColumnType<number | null, number | null, never>
  /** The author's email address at the time. */
  authorizer: Fixed<string>
  /** The purchase that it makes good; no two credits that were not reversed have the same. */
  transaction_id: ColumnType<number | null, number | null | undefined, never>
  created_at: ColumnType<Date, Date | string, never>
  updated_at: ColumnType<Date, Date | string, never>
}

/** Triggers refuse to change or delete these rows. */
export interface CreditReversalsTable {
  credit_id: Fixed<number>
  project_id: Fixed<string>
  at: ColumnType<Date, Date | string, never>
  /** An email address. */
  by: Fixed<string>
  reason: Fixed<string>
}

export interface BonusCodesTable {
  id: Id
  project_id: Fixed<string>
  /** Unique within a project, in any case. */
  code: Fixed<string>
  percentage: Decimal
  start_date: MaybeInstant
  end_date: MaybeInstant
  uses: Defaulted<number>
  max_uses: ColumnType<number | null, number | null | undefined, number | null>
  disabled: Defaulted<boolean>
  /** Of the counted purchases with it. Maintained by triggers, as what it gave for them. */
  usd: DefaultedDecimal
  bonus_tokens: DefaultedDecimal
  /** Null unless disabled, and for codes that were disabled before this was recorded. */
  disabled_at: MaybeInstant
  tokens_come_from_stage_tokens: Defaulted<boolean>
  created_at: Instant
}

export interface LeadsTable {
  id: Id
  project_id: Fixed<string>
  email: string
  is_email_verified: Defaulted<boolean>
  wallet_address: MaybeText
  mobile: MaybeText
  preferred_contact_time: MaybeText
  investment_amount: MaybeText
  created_at: Instant
  updated_at: Instant
}

/** Every table of the database. */
export interface Database {
  users: UsersTable
  memberships: MembershipsTable
  sessions: SessionsTable
  refresh_tokens: RefreshTokensTable
  verification_tokens: VerificationTokensTable
  rate_counters: RateCountersTable
  projects: ProjectsTable
  project_terms: ProjectTermsTable
  settlement_statements: SettlementStatementsTable
  allocation_lists: AllocationListsTable
  allocation_rows: AllocationRowsTable
  allocation_trees: AllocationTreesTable
  media: MediaTable
  media_chunks: MediaChunksTable
  wallets: WalletsTable
  transactions: TransactionsTable
  status_changes: StatusChangesTable
  bonus_transactions: BonusTransactionsTable
  referral_payouts: ReferralPayoutsTable
  manual_transactions: ManualTransactionsTable
  credit_reversals: CreditReversalsTable
  bonus_codes: BonusCodesTable
  seo_scripts: SeoScriptsTable
  leads: LeadsTable
  banners: BannersTable
  idempotency_keys: IdempotencyKeysTable
  audit_log: AuditLogTable
  time_rollups: TimeRollupsTable
  dimension_rollups: DimensionRollupsTable
  ingest_keys: IngestKeysTable
  refused_events: RefusedEventsTable
  imports: ImportsTable
  import_chunks: ImportChunksTable
  import_refusals: ImportRefusalsTable
  notices: NoticesTable
  vitals: VitalsTable
  alert_settings: AlertSettingsTable
  alert_rules: AlertRulesTable
  alert_events: AlertEventsTable
  alert_messages: AlertMessagesTable
  alert_evaluation: AlertEvaluationTable
  ingest_refusal_counts: IngestRefusalCountsTable
  server_keys: ServerKeysTable
  push_devices: PushDevicesTable
  factors: FactorsTable
  code_tries: CodeTriesTable
  recovery_codes: RecoveryCodesTable
  security_policy: SecurityPolicyTable
  password_requests: PasswordRequestsTable
  approvals: ApprovalsTable
  seo_script_versions: SeoScriptVersionsTable
  chains: ChainsTable
  chain_jobs: ChainJobsTable
  proofs: ProofsTable
  chain_payments: ChainPaymentsTable
  stage_plans: StagePlansTable
  stages: StagesTable
  notes: NotesTable
  note_counts: NoteCountsTable
  note_mentions: NoteMentionsTable
  reading_keys: ReadingKeysTable
  reading_key_projects: ReadingKeyProjectsTable
  reading_key_addresses: ReadingKeyAddressesTable
  stage_names: StageNamesTable
  stage_rollups: StageRollupsTable
  stage_prices: StagePricesTable
  stage_wallets: StageWalletsTable
  stage_buyers: StageBuyersTable
}

export type UserRow = Selectable<UsersTable>
export type ProjectRow = Selectable<ProjectsTable>
export type TransactionRow = Selectable<TransactionsTable>
