import { Readable } from 'node:stream'
import { differenceCsv, spellAddresses } from '#server/allocations/difference-file.ts'
import { leastTokens, listCsv, listTree, type FileForm } from '#server/allocations/list-files.ts'
import { findProof } from '#server/allocations/list-proof.ts'
import { leafHash } from '#server/allocations/merkle-tree.mjs'
import { recordAudit, type AuditEvent, type AuditSource } from '#server/auth/audit.ts'
import type { Actor } from '#server/auth/authenticate.ts'
import type { Reader } from '#server/auth/reading-keys.ts'
import { readDifference } from '#server/db/allocations/difference.ts'
import { findAllocationList, type AllocationListRow } from '#server/db/allocations/lists.ts'
import { countListRows, findListRow } from '#server/db/allocations/rows.ts'
import type { Db } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { parseId } from '#server/db/records/ids.ts'
import { conflict, invalidInput, notFound } from '#server/http/errors.ts'
import { sendSnapshotFile } from '#server/routes/csv-file.ts'
import { route, type Api } from '#server/routes/route.ts'
import { toUnits } from '#src/domain/money/token-units.ts'
import { CHECKSUM_ERROR, hasValidChecksum } from '#src/domain/sale/wallet-checksum.ts'
import { requireAllocationList } from './allocation-lists.ts'

export function allocationFileRoutes(api: Api): void {
  route(api, 'exportAllocationList', async (context) => {
    const { db, actor, params, query, reply } = context
    requireChecksum(query)
    const list = await requireBuilt(db, actor, params.id)
    const count =
      query.format === 'safe'
        ? await countListRows(db, list.id, leastTokens(query, list.decimals))
        : list.wallets
    await recordDownload(context, db, list, { format: query.format, count })
    return reply
      .headers(headersOf('text/csv', `${nameOf(list)}-${query.format}.csv`, count))
      .send(Readable.from(listCsv(db, list, query, count)))
  })

  route(api, 'exportAllocationTree', async (context) => {
    const { db, actor, params, reply } = context
    const list = await requireBuilt(db, actor, params.id)
    await recordDownload(context, db, list, { format: 'merkle', count: list.wallets })
    return reply
      .headers(headersOf('application/json', `${nameOf(list)}-merkle.json`, list.wallets))
      .send(Readable.from(listTree(db, list)))
  })

  route(api, 'getAllocationProof', async ({ db, actor, params }) => {
    const list = await requireBuilt(db, actor, params.id)
    const row = await findListRow(db, list.id, params.wallet_address.toLowerCase())
    if (row === undefined) throw notFound()
    const { wallet_address } = row
    const units = toUnits(row.tokens, list.decimals)
    const proof = await findProof(db, list, leafHash(wallet_address, BigInt(units)))
    // The tree is made of these rows, and neither changes.
    if (proof === null || list.root === null) throw new Error(`List ${list.id} lacks a leaf`)
    return { wallet_address, units, proof, root: list.root }
  })

  route(api, 'getAllocationDifference', async ({ db, actor, params, query }) => {
    const { page, limit, part } = query
    const list = await requireBuilt(db, actor, params.id)
    const compared = await compare(db, list, query.to)
    // A replica may lack the rows of a list that is ready.
    const difference = await readDifference(db, compared, part, { page, limit })
    return { ...difference, page, limit }
  })

  route(api, 'exportAllocationDifference', async (context) => {
    const { db, actor, params, query } = context
    const { part, format } = query
    requireChecksum(query)
    const list = await requireBuilt(db, actor, params.id)
    const compared = await compare(db, list, query.to)
    const to = compared.number === null ? 'now' : `list-${compared.number}`
    return sendSnapshotFile(
      { ...context, readDb: db },
      {
        name: `${nameOf(list)}-to-${to}-${part}-${format}`,
        steps: (tx) => differenceCsv(tx, compared, part, query, list.decimals),
        encode: spellAddresses,
        audit: (count) => downloadOf(list, { to: compared.number, part, format, count }),
      },
    )
  })
}

type BuiltList = AllocationListRow & { wallets: number }

/**
 * A list that is built, also a withdrawn one.
 * @throws HttpError 404 for an unknown list and for another person's, 409 for one without rows
 */
async function requireBuilt(db: Db, actor: Actor | Reader, id: string): Promise<BuiltList> {
  const list = await requireAllocationList(db, actor, id)
  if (list.state === 'building')
    throw conflict(`List ${list.number} is being built. Try again when it is ready.`)
  if (!isBuilt(list))
    throw conflict(`List ${list.number} was not built. Freeze another one, and use that.`)
  return list
}

const isBuilt = (list: AllocationListRow): list is BuiltList =>
  (list.state === 'ready' || list.state === 'withdrawn') && list.wallets !== null

/** @throws HttpError 400 for a list that is not one of the same project that is built */
async function compare(db: Db, { id, project_id }: BuiltList, to: string | undefined) {
  if (to === undefined) return { project_id, from: id, to: null, number: null }
  const known = parseId(to)
  const other = known === null ? undefined : await findAllocationList(db, known)
  // Nothing is said of a list that the caller may not see.
  if (other === undefined || other.project_id !== project_id)
    throw invalidInput('query.to', 'Must be a list of the same project')
  if (!isBuilt(other))
    throw invalidInput('query.to', `List ${other.number} is not ready. Choose one that is`)
  return { project_id, from: id, to: other.id, number: other.number }
}

function requireChecksum({ token_address }: FileForm): void {
  if (token_address !== undefined && !hasValidChecksum(token_address))
    throw invalidInput('query.token_address', CHECKSUM_ERROR)
}

/** The name of a file without its format. A project's name may have characters that names of files lack. */
function nameOf({ project_id, number, state }: BuiltList): string {
  const project = project_id.replaceAll(/[^\w.-]+/g, '-')
  return `${project}-list-${number}${state === 'withdrawn' ? '-withdrawn' : ''}`
}

const headersOf = (type: string, name: string, count: number) => ({
  'content-type': `${type}; charset=utf-8`,
  'content-disposition': `attachment; filename="${name}"`,
  'x-rows': count,
})

const downloadOf = (
  { id, project_id, number }: BuiltList,
  file: Readonly<Record<string, unknown>>,
): AuditEvent => ({
  action: 'allocation_list.download',
  object: 'allocation_list',
  objectId: id,
  projectId: project_id,
  after: { number, ...file },
})

const recordDownload = (
  source: AuditSource,
  db: Db,
  list: BuiltList,
  file: Readonly<Record<string, unknown>>,
): Promise<void> => inTransaction(db, (tx) => recordAudit(tx, source, downloadOf(list, file)))
