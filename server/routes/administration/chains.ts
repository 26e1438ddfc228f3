import { requireProject } from '#server/auth/access.ts'
import { recordAudit } from '#server/auth/audit.ts'
import { decryptOrNull, encrypt } from '#server/auth/secret.ts'
import {
  disconnectChain,
  findChain,
  findFirstPurchase,
  listChains,
  saveChain,
  type ChainRow,
} from '#server/db/chain/chains.ts'
import type { Db } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { isArchived } from '#server/db/projects/projects.ts'
import { lockSales } from '#server/db/records/corrections.ts'
import { ChainRefused, conflict, invalidInput, notFound } from '#server/http/errors.ts'
import { route, type Api, type Context } from '#server/routes/route.ts'
import { HOUR_MS } from '#src/domain/time/zone.ts'
import type { Chain } from '#src/wire/chains.ts'

export function chainRoutes(api: Api): void {
  route(api, 'listChains', async ({ params, actor, db, readDb }) => {
    await requireProject(db, actor, params.id)
    return (await listChains(readDb, params.id)).map(presentChain)
  })

  route(api, 'connectChain', async (context) => {
    const { params, body, actor, db, now, config, dependencies } = context
    await requireProject(db, actor, params.id)
    await requireActive(db, params.id)
    const chainId = chainIdOf(params.chain_id)
    const { url, sealed } = body.rpc_url
      ? { url: body.rpc_url, sealed: null }
      : await storedAddress(context, chainId)
    const { name, confirmations } = body
    const receivers = body.receivers.map((address) => address.toLowerCase())
    const tokens = body.tokens.map((token) => ({
      ...token,
      address: token.address?.toLowerCase() ?? null,
    }))
    // Before the transaction: the node may take long.
    const first = body.from_block === null ? await findFirstPurchase(db, params.id) : null
    const { steps, errors, fromBlock, rangeBlocks } = await dependencies.chainNodes.check({
      chainId,
      name,
      url,
      receivers,
      tokens,
      fromBlock: body.from_block,
      // The clocks of sites differ, and some record a purchase after its payment.
      since: first && new Date(first.getTime() - HOUR_MS),
    })
    if (errors.length > 0) throw new ChainRefused(errors, steps)

    const chain = await inTransaction(db, async (tx) => {
      await lockSales(tx, params.id)
      await requireActive(tx, params.id)
      const before = await findChain(tx, params.id, chainId)
      // The address that was checked is no longer the stored one.
      if (sealed !== null && before?.rpc_url_sealed !== sealed)
        throw conflict('The chain was changed or disconnected while its node was checked')
      const settings = {
        project_id: params.id,
        chain_id: chainId,
        name,
        rpc_url_sealed: sealed ?? encrypt(config.secret, url),
        rpc_host: new URL(url).host,
        explorer_url: body.explorer_url?.replace(/\/+$/, '') ?? null,
        confirmations,
        receivers,
        tokens,
        from_block: fromBlock,
        range_blocks: rangeBlocks,
      }
      const after = await saveChain(tx, settings, before, now)
      await recordAudit(tx, context, {
        action: before === undefined ? 'chain.connect' : 'chain.update',
        object: 'chain',
        objectId: chainId,
        projectId: params.id,
        before: before && auditedValues(before),
        after: auditedValues(after),
      })
      return after
    })
    return { chain: presentChain(chain), check: steps }
  })

  route(api, 'disconnectChain', async (context) => {
    const { params, actor, db, now } = context
    await requireProject(db, actor, params.id)
    const chainId = chainIdOf(params.chain_id)
    await inTransaction(db, async (tx) => {
      await lockSales(tx, params.id)
      await requireActive(tx, params.id)
      const chain = await findChain(tx, params.id, chainId)
      if (chain === undefined) throw notFound()
      await disconnectChain(tx, chain, now)
      await recordAudit(tx, context, {
        action: 'chain.disconnect',
        object: 'chain',
        objectId: chainId,
        projectId: params.id,
        before: auditedValues(chain),
        after: { name: chain.name },
      })
    })
  })
}

async function requireActive(db: Db, projectId: string): Promise<void> {
  if (await isArchived(db, projectId)) throw conflict('Project is archived')
}

function chainIdOf(text: string): number {
  const id = Number(text)
  if (!Number.isSafeInteger(id)) throw notFound()
  return id
}

/** The node's address as it was connected, and as it is stored. */
async function storedAddress(
  { params, db, config }: Context<'connectChain'>,
  chainId: number,
): Promise<{ url: string; sealed: string }> {
  const chain = await findChain(db, params.id, chainId)
  if (chain === undefined) throw notFound()
  const sealed = chain.rpc_url_sealed
  const url = decryptOrNull(config, sealed)
  if (url === null)
    throw invalidInput(
      'body.rpc_url',
      'Enter it again: the stored one can’t be read with the server’s secret',
    )
  return { url, sealed }
}

/** Without the node's address: it may have a key in it. */
function auditedValues(chain: ChainRow): Record<string, unknown> {
  const { name, rpc_host, explorer_url, confirmations, receivers, tokens, from_block } = chain
  return { name, rpc_host, explorer_url, confirmations, receivers, tokens, from_block }
}

function presentChain(chain: ChainRow): Chain {
  return {
    chain_id: chain.chain_id,
    name: chain.name,
    rpc_host: chain.rpc_host,
    explorer_url: chain.explorer_url,
    confirmations: chain.confirmations,
    receivers: chain.receivers,
    tokens: chain.tokens,
    from_block: chain.from_block,
    state: chain.state,
    head_block: chain.head_block,
    scanned_block: chain.scanned_block,
    error: chain.error,
    checked_at: instant(chain.checked_at),
    head_at: instant(chain.head_at),
    failing_since: instant(chain.failing_since),
    next_try_at: instant(chain.next_try_at),
  }
}

const instant = (at: Date | null) => at?.toISOString() ?? null
