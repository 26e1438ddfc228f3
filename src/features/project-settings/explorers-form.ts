import * as z from 'zod/mini'
import { EXPLORER_PRESETS, type Explorer, type ExplorerLinks } from '#src/domain/sale/explorers.ts'
import { explorersUpdateSchema, type ExplorerUpdate } from '#src/wire/explorers.ts'

const rowSchema = z.object({
  /** Empty: all other payment tokens. */
  token: z.string(),
  /** A chain of `EXPLORER_PRESETS`, or `OWN_LINKS`. */
  chain: z.string(),
  /** The own links; ignored for a chain. */
  hash_url: z.string(),
  address_url: z.string(),
})
/** An explorer as it is entered. */
export type ExplorerRow = z.infer<typeof rowSchema>

export const OWN_LINKS = 'own'

// A form of saved values has no nested fields: the rows are one field, their JSON.

export const toRowsText = (rows: readonly ExplorerRow[]) => JSON.stringify(rows)

/** The rows of the field's value. */
export const readRows = (text: string): ExplorerRow[] => z.array(rowSchema).parse(JSON.parse(text))

/** The saved explorers as the form shows them. */
export function toRows(explorers: readonly Explorer[]): ExplorerRow[] {
  return explorers.map(({ payment_token: token, ...links }) => ({
    token: token ?? '',
    chain: chainOf(links),
    ...links,
  }))
}

function chainOf({ hash_url, address_url }: ExplorerLinks): string {
  const found = [...EXPLORER_PRESETS].find(
    ([, links]) => links.hash_url === hash_url && links.address_url === address_url,
  )
  return found?.[0] ?? OWN_LINKS
}

/** The explorers in the wire format. */
export function toExplorers(rows: readonly ExplorerRow[]): ExplorerUpdate[] {
  return rows.map(({ token, chain, ...own }) => {
    const links = EXPLORER_PRESETS.get(chain) ?? own
    return {
      payment_token: token.trim() === '' ? null : token.trim(),
      hash_url: links.hash_url.trim(),
      address_url: links.address_url.trim(),
    }
  })
}

/** The errors of a row, by field. */
export type RowErrors = Partial<Record<keyof ExplorerUpdate, string>>

/** The errors of each row that has some, by its position. */
export function rowErrors(rows: readonly ExplorerRow[]): Map<number, RowErrors> {
  const errors = new Map<number, RowErrors>()
  for (const { path, message } of explorersUpdateSchema.safeParse(toExplorers(rows)).error
    ?.issues ?? []) {
    const [at, field] = path
    if (typeof at === 'number') errors.set(at, { [String(field)]: message, ...errors.get(at) })
  }
  return errors
}
