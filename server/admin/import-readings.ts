import {
  addEvidence,
  concludeReading,
  NO_EVIDENCE,
  readAmount,
  readTime,
  type ColumnEvidence,
  type ReadCell,
} from '#src/domain/sale/import-cells.ts'
import { cellKindOf } from '#src/domain/sale/import-columns.ts'
import type { CellReading, ImportReading } from '#src/wire/imports.ts'

type Cells = Readonly<Record<string, string>>

/** How the ambiguous cells of each field are read. */
export type FieldReadings = Readonly<Partial<Record<string, CellReading>>>

export function toFieldReadings(readings: readonly ImportReading[]): FieldReadings {
  return Object.fromEntries(
    readings.flatMap(({ field, reading }) => (reading === null ? [] : [[field, reading]])),
  )
}

/** What a cell can mean; undefined for a blank one, and for fields that are never ambiguous. */
export function readAmbiguous(field: string, cells: Cells): ReadCell | undefined {
  const cell = cells[field] ?? ''
  if (cell === '') return undefined
  const kind = cellKindOf(field)
  if (kind === 'time') return readTime(cell)
  if (kind !== 'amount') return undefined
  const unit = field === 'payment_token_amount' ? cells['payment_token_name'] : undefined
  return readAmount(cell, field === 'payment_usd_amount' ? 'USD' : (unit ?? ''))
}

/**
 * Watches the cells of a dry run, and concludes how each column is read.
 * @param chosen what a person has chosen
 */
export function openColumnReadings(chosen: readonly ImportReading[]): {
  observe(cells: Cells): void
  /** The columns with ambiguous cells, and those for which a person has chosen. */
  conclude(): ImportReading[]
} {
  const evidence = new Map<string, ColumnEvidence>()
  return {
    observe(cells) {
      for (const [field, cell] of Object.entries(cells)) {
        const read = readAmbiguous(field, cells)
        if (read) evidence.set(field, addEvidence(evidence.get(field) ?? NO_EVIDENCE, cell, read))
      }
    },
    conclude() {
      const fields = new Set([...chosen.map(({ field }) => field), ...evidence.keys()])
      return [...fields].flatMap((field) => {
        const { reading, cell } = concludeReading(evidence.get(field) ?? NO_EVIDENCE)
        const own = chosen.find((one) => one.field === field)?.reading ?? null
        if (own !== null) return [{ field, cell: cell ?? '', reading: own }]
        return cell === null ? [] : [{ field, cell, reading }]
      })
    },
  }
}
