import * as z from 'zod/mini'
import { ungroup } from '#src/domain/money/decimals.ts'
import { formatCount } from '#src/domain/money/money.ts'
import { CHAIN_PRESETS, chainPresetOf } from '#src/domain/sale/chain-presets.ts'
import { CHECKSUM_ERROR, hasValidChecksum } from '#src/domain/sale/wallet-checksum.ts'
import { uncapitalize } from '#src/domain/text/text.ts'
import { chainUpdateSchema, type Chain, type ChainUpdate } from '#src/wire/chains.ts'
import { addressSchema } from '#src/wire/ingest.ts'
import { draftsOf } from '#src/writes/drafts.ts'
import type { FormDraft } from '#src/writes/use-draft-form.ts'

const tokenRowSchema = z.object({
  symbol: z.string(),
  /** Empty: the chain's own coin. */
  address: z.string(),
  decimals: z.string(),
})
/** A token as it is entered. */
export type TokenRow = z.infer<typeof tokenRowSchema>

/** The choice of a chain without a preset. */
export const OTHER_CHAIN = 'other'
export const NEW_TOKEN: TokenRow = { symbol: '', address: '', decimals: '18' }

/** A connection as it is entered. */
export interface ChainForm {
  /** The id of a preset's chain, or `OTHER_CHAIN`. */
  choice: string
  /** Of another chain. */
  chain_id: string
  name: string
  explorer_url: string
  /** May have a key in it: it is kept in no draft. */
  rpc_url: string
  confirmations: string
  from_block: string
  /** One address a line. */
  receivers: string
  tokens: TokenRow[]
}

/** By project, and by chain when one is changed. */
export const chainDrafts = draftsOf<FormDraft<Partial<ChainForm>>>()

export const chainDraftId = (projectId: string, chainId?: number | '') =>
  chainId === undefined ? projectId : `${projectId}/${chainId}`

/** The form of a chain of `CHAIN_PRESETS`, or an empty one. */
export function presetForm(choice: string): ChainForm {
  const preset = chainPresetOf(Number(choice))
  return {
    choice,
    chain_id: '',
    name: preset?.name ?? '',
    explorer_url: preset?.explorer ?? '',
    rpc_url: '',
    confirmations: String(preset?.confirmations ?? ''),
    from_block: '',
    receivers: '',
    tokens: preset ? preset.tokens.map(toRow) : [NEW_TOKEN],
  }
}

/** The form for the next chain of a project: the first preset that is not connected. */
export function newChainForm(connected: readonly Chain[]): ChainForm {
  const preset = CHAIN_PRESETS.find(({ chainId }) => !hasChain(connected, chainId))
  return presetForm(preset === undefined ? OTHER_CHAIN : String(preset.chainId))
}

/** The form of a connected chain. The node's address is not known here. */
export function toChainForm(chain: Chain): ChainForm {
  const isPreset = chainPresetOf(chain.chain_id) !== undefined
  return {
    choice: isPreset ? String(chain.chain_id) : OTHER_CHAIN,
    chain_id: String(chain.chain_id),
    name: chain.name,
    explorer_url: chain.explorer_url ?? '',
    rpc_url: '',
    confirmations: String(chain.confirmations),
    from_block: formatCount(chain.from_block),
    receivers: chain.receivers.join('\n'),
    tokens: chain.tokens.map(toRow),
  }
}

const toRow = ({ symbol, address, decimals }: Chain['tokens'][number]): TokenRow => ({
  symbol,
  address: address ?? '',
  decimals: String(decimals),
})

const hasChain = (chains: readonly Chain[], id: number) =>
  chains.some(({ chain_id: chainId }) => chainId === id)

/** What of the form survives when its screen is left; nothing while only the node's address differs. */
export function draftOf(values: ChainForm, initial: ChainForm): Partial<ChainForm> {
  const { rpc_url: _secret, ...kept } = values
  const { rpc_url: _none, ...before } = initial
  return JSON.stringify(kept) === JSON.stringify(before) ? {} : kept
}

/** The id of the chain that the form connects, as text. */
export const chainIdOf = ({ choice, chain_id: id }: ChainForm) =>
  choice === OTHER_CHAIN ? id.trim() : choice

/** A whole number of the form, which may have commas; NaN, which no schema accepts, for another text. */
function toNumber(text: string): number {
  const plain = ungroup(text.trim())
  return /^\d+$/.test(plain) ? Number(plain) : Number.NaN
}
const orNull = (text: string) => (text === '' ? null : text)

/** The lines with an address, and where they stand. */
function receiverLines(text: string): { line: number; address: string }[] {
  return text.split('\n').flatMap((part, index) => {
    const address = part.trim()
    return address === '' ? [] : [{ line: index + 1, address }]
  })
}

/** The request for a form. */
export function toChainUpdate(form: ChainForm): ChainUpdate {
  const rpcUrl = form.rpc_url.trim()
  return {
    name: form.name,
    ...(rpcUrl === '' ? {} : { rpc_url: rpcUrl }),
    explorer_url: orNull(form.explorer_url.trim().replace(/\/+$/, '')),
    confirmations: toNumber(form.confirmations),
    receivers: receiverLines(form.receivers).map(({ address }) => address),
    tokens: form.tokens.map((row) => ({
      symbol: row.symbol.trim(),
      address: orNull(row.address.trim()),
      decimals: toNumber(row.decimals),
    })),
    from_block: form.from_block.trim() === '' ? null : toNumber(form.from_block),
  }
}

type FieldIssue = { path: (string | number)[]; message: string }

const TOKEN_FIELDS = new Map([
  ['symbol', 'Symbol'],
  ['address', 'Contract'],
  ['decimals', 'Decimals'],
])

/**
 * An error at a field of the form, for one at a path of the request's body. Receivers are one field and
 * the tokens have one place for errors, so the message names the line or the token.
 */
function toFieldIssue(form: ChainForm, path: readonly PropertyKey[], message: string): FieldIssue {
  const [field, at, key] = path
  const index = Number(at)
  if (field === 'receivers') {
    const line = receiverLines(form.receivers)[index]?.line
    return { path: [field], message: line === undefined ? message : `Line ${line}: ${message}` }
  }
  const label = TOKEN_FIELDS.get(String(key))
  if (field === 'tokens' && label !== undefined) {
    const name = form.tokens[index]?.symbol.trim() || `row ${index + 1}`
    return {
      path: [field, index, String(key)],
      message: `${label} of ${name}: ${uncapitalize(message)}`,
    }
  }
  return { path: [String(field)], message }
}

const FIELDS = [
  'name',
  'explorer_url',
  'rpc_url',
  'confirmations',
  'from_block',
  'receivers',
] as const

/** The field of the form that an error of the server names. */
type ServerField = (typeof FIELDS)[number] | `tokens.${number}.${keyof TokenRow}`

function serverField(path: string): ServerField | undefined {
  // The node serves another chain than the one that was chosen.
  if (path === 'chain_id') return 'rpc_url'
  const [field, at = '', key] = path.split('.')
  if (field === 'tokens' && /^\d+$/.test(at)) {
    if (key !== 'symbol' && key !== 'decimals') return `tokens.${Number(at)}.address`
    return `tokens.${Number(at)}.${key}`
  }
  return FIELDS.find((name) => name === field)
}

/** The errors of a refusal, `Path: body.tokens.2.decimals, Message: …`, at the fields that they name. */
export function refusedFields(message: string): { field: ServerField; message: string }[] {
  return message.split(' | ').flatMap((part) => {
    const [, path = '', text = ''] =
      /^Path: (?:body|params)\.(\S+), Message: (.+)$/s.exec(part) ?? []
    const field = serverField(path)
    return field === undefined ? [] : [{ field, message: text }]
  })
}

/** The errors of a form that only the app has: a mistyped address, a chain that is connected already. */
function ownIssues(
  form: ChainForm,
  { isNew, connected }: { isNew: boolean; connected: readonly Chain[] },
): FieldIssue[] {
  const issues: FieldIssue[] = []
  if (isNew && form.rpc_url.trim() === '')
    issues.push({ path: ['rpc_url'], message: 'Enter the address of a node' })
  if (isNew && form.choice === OTHER_CHAIN) {
    const id = form.chain_id.trim()
    const name = connected.find(({ chain_id: chainId }) => String(chainId) === id)?.name
    const preset = chainPresetOf(Number(id))
    if (!/^[1-9]\d{0,15}$/.test(id))
      issues.push({ path: ['chain_id'], message: 'Must be a whole number of 1 or more' })
    else if (name !== undefined)
      issues.push({
        path: ['chain_id'],
        message: `${name} is connected already: change it instead`,
      })
    else if (preset !== undefined)
      issues.push({ path: ['chain_id'], message: `Choose ${preset.name} above` })
  }
  const isMistyped = (address: string) =>
    addressSchema.safeParse(address).success && !hasValidChecksum(address)
  for (const [at, { address }] of receiverLines(form.receivers).entries())
    if (isMistyped(address)) issues.push(toFieldIssue(form, ['receivers', at], CHECKSUM_ERROR))
  for (const [at, { address }] of form.tokens.entries())
    if (isMistyped(address.trim()))
      issues.push(toFieldIssue(form, ['tokens', at, 'address'], CHECKSUM_ERROR))
  return issues
}

/** Checks a form as the server does, and what only the app knows. */
export const chainFormSchema = (options: { isNew: boolean; connected: readonly Chain[] }) =>
  z
    .object({
      choice: z.string(),
      chain_id: z.string(),
      name: z.string(),
      explorer_url: z.string(),
      rpc_url: z.string(),
      confirmations: z.string(),
      from_block: z.string(),
      receivers: z.string(),
      tokens: z.array(tokenRowSchema),
    })
    .check(({ value, issues }) => {
      const sent = chainUpdateSchema.safeParse(toChainUpdate(value)).error?.issues ?? []
      const found = [
        ...ownIssues(value, options),
        ...sent.map(({ path, message }) => toFieldIssue(value, path, message)),
      ]
      for (const { path, message } of found)
        issues.push({ code: 'custom', input: value, path, message })
    })
