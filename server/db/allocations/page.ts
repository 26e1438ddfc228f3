import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import { hexCondition } from '#server/db/records/hex-condition.ts'
import { pageWindow, type PageRequest } from '#server/db/records/list-page.ts'
import { readRows } from '#server/db/rollups/snapshot.ts'
import type { AllocationSort } from '#src/wire/allocations.ts'
import type { SortOrder } from '#src/wire/paging.ts'
import { owedByThemselves, owedToHeirs, withHeirs, type OwedRow } from './owed.ts'

/** What a wallet is owed now, against the latest list: null in both without a list. */
export interface AllocationRow extends OwedRow {
  /** Null for a wallet that is not in the list. */
  listed: string | null
  /** Signed. */
  difference: string | null
}

export interface AllocationOptions {
  walletAddress?: string | undefined
  /** Only wallets that differ from the latest list, those that are owed nothing now included. */
  isChanged: boolean
  sort: AllocationSort
  order: SortOrder
}

/** `latest(id)`: the newest list that is ready, which a withdrawn one is not. */
const latestList = (projectId: string) => sql`
  latest as materialized (
    select id from allocation_lists where project_id = ${projectId} and state = 'ready'
    order by number desc limit 1)`

/** One page of what the wallets of a project are owed, all from one state of the database. */
export function listAllocations(
  db: Db,
  projectId: string,
  page: PageRequest,
  options: AllocationOptions,
): Promise<AllocationRow[]> {
  const { walletAddress, isChanged, sort, order } = options
  const where = walletAddress ? sql`and ${hexCondition('wallet_address', walletAddress)}` : sql``
  const direction = sql.raw(order)
  const ordered =
    sort === 'tokens'
      ? sql`order by tokens ${direction}, wallet_address ${direction}`
      : sql`order by wallet_address ${direction}`
  const rows = isChanged
    ? changedRows(projectId, where)
    : owedRows(projectId, page.page * page.limit, {
        where,
        ordered,
        isSearch: walletAddress !== undefined,
      })
  return readRows(
    db,
    sql<AllocationRow>`
      ${withHeirs(projectId)}, ${latestList(projectId)}
      ${isChanged ? sql`${rows} ${ordered} ${pageWindow(page)}` : againstList(sql`${rows} ${ordered} ${pageWindow(page)}`, ordered)}`,
  )
}

/**
 * The first `last` wallets that are owed something. Each part has its own order and limit, so that the
 * wallets are read in the order of an index, as far as the page. A search finds few wallets, which are
 * sorted: in the order of an index they would be looked for among all.
 */
function owedRows(
  projectId: string,
  last: number,
  {
    where,
    ordered,
    isSearch,
  }: Record<'where' | 'ordered', RawBuilder<unknown>> & { isSearch: boolean },
): RawBuilder<unknown> {
  const end = isSearch ? sql`offset 0` : sql`${ordered} limit ${last}`
  return sql`
    (${owedByThemselves(projectId, sql`${where} ${end}`)})
    union all
    (select * from (${owedToHeirs(projectId)}) as h where true ${where} ${ordered} limit ${last})`
}

/** Rows with what the latest list has for them. */
const againstList = (rows: RawBuilder<unknown>, ordered: RawBuilder<unknown>) => sql`
  select o.*, r.tokens as listed,
    case when l.id is not null then o.tokens - coalesce(r.tokens, 0) end as difference
  from (${rows}) as o
  left join latest as l on true
  left join allocation_rows as r on r.list_id = l.id and r.wallet_address = o.wallet_address
  ${ordered}`

/** All wallets that differ from the latest list; none without one. */
const changedRows = (projectId: string, where: RawBuilder<unknown>) => sql`
  select coalesce(o.wallet_address, r.wallet_address) as wallet_address,
    coalesce(o.purchased, 0) as purchased, coalesce(o.bonus, 0) as bonus,
    coalesce(o.credited, 0) as credited, coalesce(o.tokens, 0) as tokens, r.tokens as listed,
    coalesce(o.tokens, 0) - coalesce(r.tokens, 0) as difference
  from (
    (${owedByThemselves(projectId, where)})
    union all
    (select * from (${owedToHeirs(projectId)}) as h where true ${where})
  ) as o
  full join (
    select wallet_address, tokens from allocation_rows
    where list_id = (select id from latest) ${where}
  ) as r on r.wallet_address = o.wallet_address
  where exists (select from latest) and coalesce(o.tokens, 0) <> coalesce(r.tokens, 0)`
