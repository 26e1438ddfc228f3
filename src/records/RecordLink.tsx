import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useFeatures } from '#src/api/features.ts'
import { canSeeFinance } from '#src/domain/roles.ts'
import { useUser } from '#src/state/session.ts'
import { css, MOBILE } from '#src/ui/theme.ts'
import type { Feature } from '#src/wire/features.ts'
import { bonusCodeHref, creditHref, leadHref, transactionHref, walletHref } from './record-hrefs.ts'

const link = css`
  text-decoration: underline;
  text-decoration-color: var(--text-disabled);
  text-decoration-thickness: 1px;
  text-underline-offset: 3px;
  transition: color var(--d-1);
  &:hover,
  &:focus-visible {
    color: var(--accent);
    text-decoration-color: currentColor;
  }
  ${MOBILE} {
    /* A larger touch target that leaves the line as high as its text. */
    padding: 14px 0;
    margin: -14px 0;
  }
`

interface RecordPage {
  hrefOf: (projectId: string, id: string) => string
  /** A server without it does not have the page. */
  needs: Feature
  isFinance: boolean
}

/** The kinds of record that have a page, or a list that shows just one of them. */
const PAGES = {
  wallet: { hrefOf: walletHref, needs: 'wallet_page', isFinance: true },
  transaction: { hrefOf: transactionHref, needs: 'wallet_page', isFinance: true },
  bonus_code: { hrefOf: bonusCodeHref, needs: 'search', isFinance: true },
  credit: { hrefOf: creditHref, needs: 'search', isFinance: true },
  lead: { hrefOf: leadHref, needs: 'search', isFinance: false },
} satisfies Record<string, RecordPage>

export type RecordKind = keyof typeof PAGES

/** The address of a record's page; null where the server has none or the role may not see it. */
export function useRecordHref(): (
  kind: RecordKind,
  projectId: string,
  id: string,
) => string | null {
  const role = useUser()?.role ?? ''
  const features = useFeatures()
  return (kind, projectId, id) => {
    const { hrefOf, needs, isFinance } = PAGES[kind]
    const isOpen = features.includes(needs) && (!isFinance || canSeeFinance(role))
    return isOpen ? hrefOf(projectId, id) : null
  }
}

/** A record's name as a link to its page; plain text where there is none. */
export function RecordLink(props: {
  kind: RecordKind
  projectId: string
  /** The record's id; of a wallet, its address. */
  id: string
  className?: string | undefined
  title?: string | undefined
  /** Names the link where its text is shortened. */
  label?: string | undefined
  children: ReactNode
}) {
  const href = useRecordHref()(props.kind, props.projectId, props.id)
  const { className = '', title, label, children } = props
  if (href === null) {
    return (
      <span className={className} title={title}>
        {children}
      </span>
    )
  }
  return (
    <Link href={href} className={`${link} ${className}`} title={title} aria-label={label}>
      {children}
    </Link>
  )
}
