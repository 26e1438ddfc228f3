import type { ColumnType } from 'kysely'
import type { Settlement } from '#src/wire/settlement.ts'
import type { Fixed, Id } from './columns.ts'

/** Settlements as somebody saved them. */
export interface SettlementStatementsTable {
  id: Id
  project_id: Fixed<string>
  /** From 1 in each project; a trigger assigns it. */
  number: ColumnType<number, never, never>
  start_date: ColumnType<Date, Date, never>
  end_date: ColumnType<Date, Date, never>
  tz: Fixed<string>
  /** As they were sent; written as JSON. */
  figures: ColumnType<Settlement, string, never>
  created_at: ColumnType<Date, Date, never>
  created_by: Fixed<string>
}
