import type * as z from 'zod/mini'
import { exact, toCsv, type Cell } from '#src/domain/text/csv.ts'
import {
  countriesSchema,
  currenciesSchema,
  depositsSchema,
  referralRecordsSchema,
  referralSummarySchema,
  referrersSchema,
  registrationRecordsSchema,
  registrationSummarySchema,
  transactionRecordsSchema,
  transactionSummarySchema,
  utmPlusSchema,
  utmSourcesSchema,
  type Conversions,
} from '#src/wire/analytics.ts'
import type { calls, CallName } from '#src/wire/calls.ts'
import { channelCountriesSchema, channelsSchema } from '#src/wire/channels.ts'
import type { Launch } from '#src/wire/launches.ts'
import type { Settlement } from '#src/wire/settlement.ts'
import type { StageFigures, StageSummary, UnplannedFigures } from '#src/wire/stages.ts'

/** A row of a table: its cells by column. */
type Row = Readonly<Record<string, Cell>>

interface Table<Response> {
  /** The columns after that of the project. */
  columns: readonly string[]
  rows: (entry: EntryOf<Response>) => readonly Row[]
}

/** What a response has for one project. */
type EntryOf<Response> = Response extends Record<string, infer Entry> ? Entry : never

type ResponseOf<Name extends CallName> = (typeof calls)[Name] extends {
  response: infer Schema extends z.core.$ZodType
}
  ? z.output<Schema>
  : never
type Tables = { [Name in CallName]?: Table<ResponseOf<Name>> }

type Values = Readonly<Record<string, string | number | null | undefined>>

/** The table of a response that has rows for each project: its columns are those of the rows' schema. */
function plainTable<Shape extends Readonly<Record<string, z.core.$ZodType>>, Own extends Values>(
  schema: z.ZodMiniRecord<z.core.$ZodRecordKey, z.ZodMiniArray<z.ZodMiniObject<Shape>>> & {
    _zod: { output: Record<string, Own[]> }
  },
): Table<Record<string, Own[]>> {
  return {
    columns: Object.keys(schema.def.valueType.def.element.def.shape),
    rows: (entry) => entry.map(withoutGaps),
  }
}

/** A value that a row lacks is an empty cell. */
const withoutGaps = (values: Values): Row =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? null]))

const amount = (decimal: string | null): Cell => (decimal === null ? null : exact(decimal))

const conversions: Table<Record<string, Conversions[string]>> = {
  columns: ['total_registrations', 'converted_users'],
  rows: ({ registrations, converted_users }) =>
    registrations.map(({ total_registrations }) => ({ total_registrations, converted_users })),
}

const launches: Table<Record<string, Launch>> = {
  columns: ['launched_at', 'day', 'amount', 'purchases', 'buyers'],
  rows: ({ launched_at, days }) => days.map((day) => ({ launched_at, ...day })),
}

/** The lines of a settlement: one for each payment token, then one for each sum. */
const settlement: Table<Record<string, Settlement>> = {
  columns: ['line', 'payment_token_name', 'amount', 'usd', 'count'],
  rows: (one) => [
    ...one.by_token.map(({ payment_token_name, amount: paid, usd, purchases }) => ({
      line: 'by_token',
      payment_token_name,
      amount: exact(paid),
      usd: exact(usd),
      count: purchases,
    })),
    { line: 'gross', usd: exact(one.gross_usd), count: one.purchases },
    { line: 'fees', usd: exact(one.fees_usd) },
    { line: 'liquidity', usd: exact(one.liquidity_usd) },
    { line: 'payouts', usd: exact(one.payouts_usd), count: one.payouts },
    { line: 'remaining', usd: exact(one.remaining_usd) },
    { line: 'rounding', usd: exact(one.rounding_usd) },
    { line: 'refunded', usd: exact(one.refunded_usd), count: one.refunded_purchases },
    { line: 'bonus_tokens', amount: exact(one.bonus_tokens), count: one.bonuses },
  ],
}

const salesOf = (sales: StageFigures | UnplannedFigures): Row => ({
  name: sales.name,
  sold: exact(sales.sold),
  purchases: sales.purchases,
  buyers: sales.buyers,
  amount: exact(sales.amount),
  average_price: amount(sales.average_price),
  first_at: sales.first_at,
  last_at: sales.last_at,
})

/** The stages in the order of the sale, then the names that the plan lacks. */
const stages: Table<Record<string, StageSummary>> = {
  columns: [
    'id',
    'name',
    'also',
    'price_usd',
    'supply',
    'starts_at',
    'ends_at',
    'sold',
    'sold_share',
    'left',
    'oversold',
    'sold_out_at',
    'oversold_at',
    'purchases',
    'buyers',
    'amount',
    'average_price',
    'usual_price',
    'first_at',
    'last_at',
    'purchases_before',
    'purchases_after',
    'off_price_purchases',
    'off_price_amount',
    'off_price_usual_price',
    'forecast_earliest',
    'forecast_likely',
    'forecast_latest',
    'forecast_none',
  ],
  rows: ({ stages: planned, unplanned }) => [
    ...planned.map((stage) => ({
      ...salesOf(stage),
      id: stage.id,
      also: stage.also.join('; '),
      price_usd: exact(stage.price_usd),
      supply: amount(stage.supply),
      starts_at: stage.starts_at,
      ends_at: stage.ends_at,
      sold_share: amount(stage.sold_share),
      left: amount(stage.left),
      oversold: exact(stage.oversold),
      sold_out_at: stage.sold_out_at,
      oversold_at: stage.oversold_at,
      purchases_before: stage.outside.before,
      purchases_after: stage.outside.after,
      off_price_purchases: stage.off_price.purchases,
      off_price_amount: exact(stage.off_price.amount),
      off_price_usual_price: amount(stage.off_price.usual_price),
      ...('none' in stage.forecast
        ? { forecast_none: stage.forecast.none }
        : {
            forecast_earliest: stage.forecast.earliest,
            forecast_likely: stage.forecast.likely,
            forecast_latest: stage.forecast.latest,
          }),
    })),
    ...unplanned.map((name) => ({ ...salesOf(name), usual_price: amount(name.usual_price) })),
  ],
}

/** The calls whose rows are one table: with `Accept: text/csv` they answer it. */
const TABLES = {
  listTransactionRecords: plainTable(transactionRecordsSchema),
  getTransactionSummary: plainTable(transactionSummarySchema),
  listReferralRecords: plainTable(referralRecordsSchema),
  getReferralSummary: plainTable(referralSummarySchema),
  listRegistrationRecords: plainTable(registrationRecordsSchema),
  getRegistrationSummary: plainTable(registrationSummarySchema),
  getConversions: conversions,
  listCountries: plainTable(countriesSchema),
  listCurrencies: plainTable(currenciesSchema),
  getDeposits: plainTable(depositsSchema),
  listReferrers: plainTable(referrersSchema),
  listUtmSources: plainTable(utmSourcesSchema),
  listUtmPlus: plainTable(utmPlusSchema),
  listChannels: plainTable(channelsSchema),
  listChannelCountries: plainTable(channelCountriesSchema),
  getSettlement: settlement,
  sumStages: stages,
  listLaunches: launches,
} satisfies Tables

export type TableCall = keyof typeof TABLES

/** Whether the rows of a call are one table. */
export const isTableCall = (name: CallName): name is TableCall => Object.hasOwn(TABLES, name)

const BYTE_ORDER_MARK = '\uFEFF'

/**
 * The rows of a response as CSV, with a byte order mark as the files of lists have it: the project first,
 * then the values as the JSON has them. Exact amounts have all their places, times are ISO 8601.
 */
export function toTable(name: TableCall, response: Readonly<Record<string, unknown>>): string {
  // The response is one of this call.
  const { columns, rows } = TABLES[name] as Table<Readonly<Record<string, unknown>>>
  const lines = Object.entries(response).flatMap(([project, entry]) =>
    rows(entry).map((row) => [project, ...columns.map((column) => row[column] ?? null)]),
  )
  return BYTE_ORDER_MARK + toCsv([['project', ...columns], ...lines])
}
