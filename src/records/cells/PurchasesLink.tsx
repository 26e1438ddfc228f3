import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { purchasesHref, type CountedPurchases } from '#src/records/purchases-href.ts'
import { useLinkedFilters } from '#src/state/use-linked-filters.ts'
import { linkStyle } from './link-style.ts'

/** A figure that leads to the purchases that it counts. */
export function PurchasesLink(props: {
  counted: CountedPurchases
  /** "Show the purchases of google / cpc" */
  label: string
  children: ReactNode
}) {
  const now = useLinkedFilters()
  return (
    <Link href={purchasesHref(props.counted, now)} aria-label={props.label} className={linkStyle}>
      {props.children}
    </Link>
  )
}
