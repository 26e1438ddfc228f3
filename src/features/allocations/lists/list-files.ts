import { FileBraces, FileDigit, FileSpreadsheet, FileText, type LucideIcon } from 'lucide-react'
import { fileNamePart } from '#src/domain/text/csv.ts'
import type { ListFile } from '#src/records/head/use-list-download.ts'
import { allocationListCalls, type AllocationList } from '#src/wire/allocation-lists.ts'

const { exportAllocationList, exportAllocationTree } = allocationListCalls

export type FileKind = 'units' | 'tokens' | 'safe' | 'tree'

export interface FileDescription {
  kind: FileKind
  label: string
  icon: LucideIcon
  /** In the menu of a list. */
  note: string
  /** What its rows hold, and what it is for. */
  line: (project: string) => string
  /** Bytes of a row, more than most have. */
  rowBytes: number
}

/** The files of a list. */
export const LIST_FILES: readonly FileDescription[] = [
  {
    kind: 'units',
    label: 'Smallest units CSV',
    icon: FileDigit,
    note: 'for a claim contract',
    line: () => 'address, amount: for a claim contract',
    rowBytes: 75,
  },
  {
    kind: 'tokens',
    label: 'Tokens CSV',
    icon: FileText,
    note: 'to read',
    line: (project) => `address, amount in ${project}: to read and check`,
    rowBytes: 75,
  },
  {
    kind: 'safe',
    label: 'Safe airdrop CSV',
    icon: FileSpreadsheet,
    note: 'asks for the token’s address',
    line: () => 'Asks for the token’s address',
    rowBytes: 125,
  },
  {
    kind: 'tree',
    label: 'Merkle tree JSON',
    icon: FileBraces,
    note: 'for proofs',
    line: () => 'OpenZeppelin format: for proofs',
    rowBytes: 280,
  },
]

/** "AURA-list-3", which the names of all its files start with. */
export function listFileStem({ project_id, number, state }: AllocationList): string {
  return `${fileNamePart(project_id)}-list-${number}${state === 'withdrawn' ? '-withdrawn' : ''}`
}

/** "AURA-list-3-units.csv" */
export const listFileName = (list: AllocationList, kind: FileKind): string =>
  `${listFileStem(list)}-${kind === 'tree' ? 'merkle.json' : `${kind}.csv`}`

/**
 * A file of a list, byte for byte as the server sends it: programs read it, and its hash is known.
 * @param tokenAddress the token's contract, for Safe
 */
export function listFile(list: AllocationList, kind: FileKind, tokenAddress?: string): ListFile {
  const params = { id: list.id }
  const name = listFileName(list, kind)
  if (kind === 'tree')
    return { name, isExact: true, fetch: (get) => get(exportAllocationTree, { params }) }
  const token = tokenAddress === undefined ? {} : { token_address: tokenAddress }
  const query = { format: kind, ...token }
  return { name, isExact: true, fetch: (get) => get(exportAllocationList, { params, query }) }
}
