import type { LucideIcon } from 'lucide-react'
import type { CodeState } from '#src/domain/sale/code-state.ts'
import type { Recent } from '#src/state/recents.ts'
import type { Transaction } from '#src/wire/transactions.ts'
import type { Range } from './emphasis.ts'

/** The groups in the order of the list. */
export const GROUP_NAMES = [
  'Recent',
  'Wallets',
  'Transactions',
  'Transactions of this wallet',
  'Actions for this wallet',
  'Bonus codes',
  'Leads',
  'People',
  'Projects',
  'Pages',
  'Actions',
] as const
export type GroupName = (typeof GROUP_NAMES)[number]

/** A fact under the title. A masked figure is one of its own, its unit beside it. */
export type OptionFact = string | { figure: string; unit: string }

export interface FindOption {
  /** Unique in the list. */
  key: string
  icon: LucideIcon
  /** The full text; what stands on the screen may be shortened. */
  title: string
  shortTitle?: string
  isMono?: boolean
  /** Shown instead of the title. */
  status?: string
  /** The letters of the title that match what was typed. */
  ranges?: readonly Range[]
  facts: readonly OptionFact[]
  state?: CodeState
  /** The purchase whose marks stand at the right: that it is voided, or has an unusual price. */
  marked?: Pick<Transaction, 'voided' | 'price_is_unusual'>
  /** "On" or "Off" of an action that switches. */
  badge?: string
  project?: string
  /** The instant at the right, epoch ms. */
  at?: number
  target: { href: string } | { run: () => void }
  /** Noted as opened. */
  recent?: Omit<Recent, 'at'>
  /** Belongs to an earlier text: dimmed, and not opened. */
  isStale?: boolean
}

export interface FindGroup {
  name: GroupName
  /** At the right of the heading: "3 of 3". */
  note?: string
  options: readonly FindOption[]
}

/** A page that the user's role may see. */
export interface FindPage {
  path: string
  /** With the present filters. */
  href: string
  title: string
  /** Where it belongs. */
  detail: string
  icon: LucideIcon | undefined
}
