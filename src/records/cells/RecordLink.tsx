import { createContext, useCallback, useContext, type ReactNode } from 'react'
import { Link } from 'wouter'
import { useFeatures } from '#src/api/features.ts'
import { canSeeFinance } from '#src/domain/people/roles.ts'
import { projectHref, settingsHref } from '#src/records/page-hrefs.ts'
import {
  allocationListHref,
  bonusCodeHref,
  creditHref,
  leadHref,
  transactionHref,
  walletHref,
} from '#src/records/record-hrefs.ts'
import { useUser } from '#src/state/session.ts'
import type { Feature } from '#src/wire/features.ts'
import { linkStyle } from './link-style.ts'

interface RecordPage {
  hrefOf: (projectId: string, id: string) => string
  /** A server without it does not have the page. */
  needs?: Feature
  isFinance: boolean
}

/** The kinds of record that have a page, or a list that shows just one of them. */
const PAGES = {
  wallet: { hrefOf: walletHref, needs: 'wallet_page', isFinance: true },
  transaction: { hrefOf: transactionHref, needs: 'wallet_page', isFinance: true },
  bonus_code: { hrefOf: bonusCodeHref, needs: 'campaigns', isFinance: true },
  credit: { hrefOf: creditHref, needs: 'search', isFinance: true },
  allocation_list: { hrefOf: allocationListHref, needs: 'allocations', isFinance: true },
  stages: {
    hrefOf: (projectId) => projectHref('/stages', projectId),
    needs: 'stages',
    isFinance: true,
  },
  lead: { hrefOf: leadHref, needs: 'search', isFinance: false },
  /** Its settings. */
  project: { hrefOf: (projectId) => settingsHref(projectId), isFinance: false },
} satisfies Record<string, RecordPage>

export type RecordKind = keyof typeof PAGES

type RecordHrefOf = (kind: RecordKind, projectId: string, id: string) => string | null

/**
 * The address of a record's page; null where the server has none or the role may not see it. A
 * stable function.
 */
export function useRecordHref(): RecordHrefOf {
  const role = useUser()?.role ?? ''
  const features = useFeatures()
  return useCallback(
    (kind, projectId, id) => {
      const { hrefOf, needs, isFinance }: RecordPage = PAGES[kind]
      if (isFinance && !canSeeFinance(role)) return null
      return needs === undefined || features.includes(needs) ? hrefOf(projectId, id) : null
    },
    [role, features],
  )
}

const Hrefs = createContext<RecordHrefOf | null>(null)

/** Looks up once for all links inside what the server has and the role may see. */
export function RecordLinks({ children }: { children: ReactNode }) {
  return <Hrefs value={useRecordHref()}>{children}</Hrefs>
}

interface RecordLinkProps {
  kind: RecordKind
  projectId: string
  /** The record's id; of a wallet, its address; of a project, its name. */
  id: string
  className?: string | undefined
  title?: string | undefined
  /** The whole name, where the content is a shortened one. */
  label?: string | undefined
  children: ReactNode
}

/** A record's name as a link to its page; plain text where there is none. */
export function RecordLink(props: RecordLinkProps) {
  const hrefOf = useContext(Hrefs)
  return hrefOf ? <LinkTo {...props} hrefOf={hrefOf} /> : <LoneLink {...props} />
}

function LoneLink(props: RecordLinkProps) {
  return <LinkTo {...props} hrefOf={useRecordHref()} />
}

function LinkTo(props: RecordLinkProps & { hrefOf: RecordHrefOf }) {
  const { className = '', title, label, children } = props
  const href = props.hrefOf(props.kind, props.projectId, props.id)
  if (href === null) {
    return (
      <span className={className} title={title}>
        {children}
      </span>
    )
  }
  return (
    <Link
      href={href}
      className={`${linkStyle} ${className}`}
      title={title}
      {...(label === undefined ? {} : { 'aria-label': label })}
    >
      {children}
    </Link>
  )
}
