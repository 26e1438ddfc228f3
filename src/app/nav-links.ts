import {
  CodeXml,
  ContactRound,
  GalleryHorizontalEnd,
  HandCoins,
  House,
  ReceiptText,
  SlidersHorizontal,
  TicketPercent,
  UserSearch,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'

/** The icon of each screen in the sidebar, by its path. */
export const navIcons: Record<string, LucideIcon> = {
  '/': House,
  '/project-settings': SlidersHorizontal,
  '/users': UserSearch,
  '/transactions': ReceiptText,
  '/manual-transactions': HandCoins,
  '/bonus-codes': TicketPercent,
  '/seo-scripts': CodeXml,
  '/leads': ContactRound,
  '/banners': GalleryHorizontalEnd,
}
