import type { PublicField } from '#src/wire/stages.ts'
import type {
  Decimal,
  Defaulted,
  Fixed,
  Id,
  Instant,
  MaybeDecimal,
  MaybeInstant,
  MaybeText,
} from './columns.ts'

// The plan of a sale, and the sums of its purchases by the name of their stage (triggers/stage-sums.ts).

/** One row for each project whose stages or public progress were saved. */
export interface StagePlansTable {
  project_id: Fixed<string>
  /** Grows with each change of the stages and caps; 0 before the first. */
  version: Defaulted<number>
  soft_cap_usd: MaybeDecimal
  hard_cap_usd: MaybeDecimal
  count_bonuses: Defaulted<boolean>
  changed_at: MaybeInstant
  changed_by: MaybeText
  is_public: Defaulted<boolean>
  public_fields: Defaulted<PublicField[]>
}

export interface StagesTable {
  id: Id
  project_id: Fixed<string>
  /** From 0, in the order of the sale. */
  position: number
  name: string
  price_usd: Decimal
  supply: MaybeDecimal
  starts_at: MaybeInstant
  ends_at: MaybeInstant
}

/** Every name of a planned stage, by its key: `stage_key(name)`. */
export interface StageNamesTable {
  project_id: Fixed<string>
  key: Fixed<string>
  stage_id: Fixed<number>
  name: Fixed<string>
  /** 0 for the stage's own name, then those that it is also named. */
  position: Fixed<number>
}

/** Purchases and bonuses by the key of their stage's name. */
export interface StageRollupsTable {
  project_id: Fixed<string>
  /** `SOURCE.purchases` or `SOURCE.bonuses` of rollups/definition.ts. */
  source: Fixed<string>
  key: Fixed<string>
  /** 15 minutes, day or all time (bucket -infinity). */
  level: Fixed<string>
  bucket: Instant
  n: number
  /** USD; 0 for bonuses. */
  amount: Decimal
  tokens: Decimal
}

/** Purchases with tokens by their price, of all time. */
export interface StagePricesTable {
  project_id: Fixed<string>
  key: Fixed<string>
  /** Whether it differs from the planned price; false without one. */
  is_off: Fixed<boolean>
  /** USD for one token, in 6 significant digits. */
  price: Fixed<string>
  n: number
  /** USD */
  amount: Decimal
}

/** How often each wallet has bought under a name. */
export interface StageWalletsTable {
  project_id: Fixed<string>
  wallet_address: Fixed<string>
  key: Fixed<string>
  n: number
}

/** The wallets that have bought in a stage, or under a name that the plan lacks. */
export interface StageBuyersTable {
  project_id: Fixed<string>
  /** 0 for a name that the plan lacks. */
  stage_id: Fixed<number>
  /** Empty for a planned stage. */
  key: Fixed<string>
  buyers: number
}
