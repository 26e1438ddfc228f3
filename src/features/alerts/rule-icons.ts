import {
  BadgeAlert,
  Banknote,
  CircleDollarSign,
  CircleX,
  Flag,
  HandCoins,
  Laptop,
  Moon,
  Plug,
  ShieldAlert,
  TicketPercent,
  type LucideIcon,
} from 'lucide-react'
import type { AlertKind } from '#src/wire/alerts.ts'

export const RULE_ICONS: Record<AlertKind, LucideIcon> = {
  purchase_over: Banknote,
  milestone: Flag,
  quiet: Moon,
  failing: CircleX,
  code_ending: TicketPercent,
  ingest_refused: Plug,
  price_unusual: BadgeAlert,
  credit_over: HandCoins,
  new_device: Laptop,
  purchase_unproven: ShieldAlert,
  payment_unmatched: CircleDollarSign,
}
