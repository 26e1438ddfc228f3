import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { purchasesHref, type CountedPurchases } from '#src/records/purchases-href.ts'
import { filters } from '#src/state/filters.ts'
import { linkStyle } from './link-style.ts'

/** A figure that leads to the purchases that it counts. */
export function PurchasesLink(props: {
  counted: CountedPurchases
  /** "Show the purchases of google / cpc" */
  label: string
  children: ReactNode
}) {
  const now = useSnapshot(filters)
  return (
    <Link href={purchasesHref(props.counted, now)} aria-label={props.label} className={linkStyle}>
      {props.children}
    </Link>
  )
}
