import type { ColumnType, Generated } from 'kysely'

/** bigint identity: a number in the server (safe to 2^53), an opaque string on the wire. */
export type Id = Generated<number>
/** numeric in the database: an exact decimal string, never a float. */
export type Decimal = ColumnType<string, string | number, string | number>
export type DefaultedDecimal = ColumnType<string, string | number | undefined, string | number>
export type MaybeDecimal = ColumnType<
  string | null,
  string | number | null | undefined,
  string | number | null
>
export type Instant = ColumnType<Date, Date | string, Date | string>
export type MaybeInstant = ColumnType<
  Date | null,
  Date | string | null | undefined,
  Date | string | null
>
export type Fixed<T> = ColumnType<T, T, never>
export type MaybeText = ColumnType<string | null, string | null | undefined, string | null>
export type Defaulted<T> = ColumnType<T, T | undefined, T>
export type MaybeNumber = ColumnType<number | null, number | null | undefined, number | null>
