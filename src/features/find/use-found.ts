import { useQuery, useQueryClient } from '@tanstack/react-query'
import type Fuse from 'fuse.js'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useFeature, useLacksFeature } from '#src/api/features.ts'
import { useProjects } from '#src/api/projects.ts'
import { teamQuery } from '#src/api/team.ts'
import { refreshAll } from '#src/cache/refresh-all.ts'
import { usePendingApprovals } from '#src/credits/approval-queries.ts'
import { canSeeFinance, isAdmin } from '#src/domain/people/roles.ts'
import type { Recognised } from '#src/domain/sale/recognise-search.ts'
import { useRecordHref } from '#src/records/cells/RecordLink.tsx'
import { useOnline } from '#src/session/use-online.ts'
import { serverNow } from '#src/state/clock.ts'
import { filters, setExcludeUnknown, setPrivacy } from '#src/state/filters.ts'
import { readRecents } from '#src/state/recents.ts'
import { useMayWrite, useUser } from '#src/state/session.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import { MIN_SEARCH_LENGTH } from '#src/wire/search.ts'
import type { Transaction } from '#src/wire/transactions.ts'
import { findActions } from './find-actions.ts'
import { groupsOf, type Found } from './find-groups.ts'
import type { FindGroup, FindPage } from './find-option.ts'
import { isFoundBy, type FoundRecord, type RecordOf } from './found-record.ts'
import { namedMatches } from './named-matches.ts'
import {
  actionOption,
  asNamed,
  asNamedMember,
  asNamedPage,
  barePage,
  memberOption,
  pageOption,
  plainAction,
  projectOptions,
} from './named-options.ts'
import { recentOptions } from './recent-options.ts'
import { creditActions, isCreditable, searchPages, walletActions } from './record-actions.ts'
import { purchaseOption, recordOption, type OptionContext } from './record-options.ts'
import { savedRecordsQuery, searchSaved } from './saved-records.ts'
import { useSearch } from './use-search.ts'

/** As many as there are recent records. */
const FIRST_ACTIONS = 4

/** The matcher that allows for typing errors; null until it is loaded. */
function useFuzzy(): typeof Fuse | null {
  const [fuzzy, setFuzzy] = useState<{ of: typeof Fuse } | null>(null)
  useEffect(() => {
    let isWanted = true
    const load = async () => {
      const { default: of } = await import('fuse.js')
      if (isWanted) setFuzzy({ of })
    }
    // Without it, names are found by their letters only.
    load().catch(() => undefined)
    return () => {
      isWanted = false
    }
  }, [])
  return fuzzy?.of ?? null
}

export interface FoundEverything {
  groups: FindGroup[]
  isSearching: boolean
  isSlow: boolean
  error: unknown
  retry: () => void
  /** Why no record is shown once the search has ended: none matches, or none was searched. */
  nothing: string | null
  /** Nothing was found: the groups are what a person may want instead, and Enter opens none of them. */
  isFallback: boolean
  isOnline: boolean
  /** The server searches records; otherwise only the saved ones are searched. */
  hasServer: boolean
}

/** All that a text finds: records of the server or of this device, projects, pages and actions. */
export function useFound(
  recognised: Recognised,
  props: {
    pages: readonly FindPage[]
    onLogout: () => void
    onCopy: (address: string) => void
  },
): FoundEverything {
  const { is, q } = recognised
  const { pages } = props
  const role = useUser()?.role ?? ''
  const mayWrite = useMayWrite()
  const isFinance = canSeeFinance(role)
  const isOnline = useOnline()
  const isMobile = useIsMobile()
  const { privacy, excludeUnknown } = useSnapshot(filters)
  const { names, selected, projects, isLoading, failure } = useProjects()
  // While it is unknown, the server is taken to have it: Enter right after pasting waits for the search.
  const hasSearch = !useLacksFeature('search')
  const hasTeam = useFeature('administration')
  const hasAllocations = useFeature('allocations')
  const hasStages = useFeature('stages')
  const { data: team = [] } = useQuery({ ...teamQuery, enabled: hasTeam && isAdmin(role) })
  const hrefOf = useRecordHref()
  const fuzzy = useFuzzy()
  const client = useQueryClient()
  // As they were when the dialog opened: the list must not move under the pointer.
  const [recents] = useState(readRecents)
  const [now] = useState(() => new Date(serverNow()))
  const isRecordsText = is === 'text' || isFinance
  const visible = isLoading && names.length === 0 ? undefined : names
  const search = useSearch(recognised, visible, isOnline && hasSearch && isRecordsText, isFinance)
  const { data = [], isPending: isReading } = useQuery(savedRecordsQuery(client))
  // Role and projects may have changed since a record was saved or opened.
  const isVisible = (kind: FoundRecord['kind'], projectId: string) =>
    names.includes(projectId) && (isFinance || kind === 'lead')
  const saved = data.filter(({ kind, detail }) => isVisible(kind, detail.project_id))
  const requested = useRequestedCredits(search.records)
  const context: OptionContext = { now, isMasked: privacy, isMobile, hrefOf, typed: q }

  const actions = findActions({
    role,
    mayWrite,
    isOnline,
    hasProject: names.length > 0,
    hasBanners: projects.some((project) => project.banners_enabled === 1),
    hasTeam,
    hasAllocations,
    stagesOf: hasStages ? selected[0] : undefined,
    privacy,
    excludeUnknown,
    setPrivacy,
    setExcludeUnknown,
    refresh: refreshAll,
    logout: props.onLogout,
  })
  const hasServer = isOnline && hasSearch
  const rest = {
    isSearching: search.isSearching || (!hasServer && isReading),
    isSlow: search.isSlow,
    error: search.error,
    retry: search.retry,
    isOnline,
    hasServer,
    // Without the projects nothing is searched.
    ...(hasServer && is !== 'nothing' && names.length === 0 ? failure : null),
  }
  if (is === 'nothing') {
    const groups = groupsOf({
      Recent: recentOptions(
        recents.filter(({ kind, projectId }) => kind === 'page' || isVisible(kind, projectId)),
        saved,
        pages,
        context,
        globalThis.location,
      ),
      Actions: actions.slice(0, FIRST_ACTIONS).map(plainAction),
    })
    return { ...rest, groups, nothing: null, isFallback: false }
  }

  const records = hasServer ? search.records : searchSaved(saved, recognised, names)
  const isStale = (record: FoundRecord) =>
    hasServer && search.areOfEarlierText && !isFoundBy(record, q)
  const optionsOf = (kind: FoundRecord['kind']) =>
    records
      .filter((record) => record.kind === kind)
      .map((record) => ({ ...recordOption(record, context), isStale: isStale(record) }))
  const named = {
    People: namedMatches(team.map(asNamedMember), q, fuzzy).map(memberOption),
    Projects: namedMatches(names.map(asNamed), q, fuzzy).flatMap(projectOptions),
    Pages: namedMatches(pages.map(asNamedPage), q, fuzzy).map(pageOption),
    Actions: namedMatches(actions, q, fuzzy).map(actionOption),
  }
  const wallets = records.filter(
    (record): record is RecordOf<'wallet'> => record.kind === 'wallet' && !isStale(record),
  )
  const purchases = records.filter(
    (record): record is RecordOf<'transaction'> =>
      record.kind === 'transaction' && !isStale(record),
  )
  const ofWallet = is !== 'address' ? [] : hasServer ? search.transactions : savedOfWallet(saved, q)
  const isOver = !rest.isSearching
  const found: Found = {
    Wallets: optionsOf('wallet'),
    Transactions: is === 'address' ? [] : optionsOf('transaction'),
    'Transactions of this wallet': ofWallet.map((row) => purchaseOption(row, context)),
    // Not while the search goes on: Enter opens the first option.
    'Actions for this wallet':
      is === 'address' && isFinance && isOver
        ? walletActions(q, mayWrite ? wallets : [], context, () => props.onCopy(q))
        : [],
    'Bonus codes': optionsOf('bonus_code'),
    Leads: optionsOf('lead'),
    ...named,
    Actions: [...creditActions(mayWrite ? purchases : [], requested, context), ...named.Actions],
  }
  const hasRecords = records.length > 0 || ofWallet.length > 0
  const isTooShort = isRecordsText && [...q].length < MIN_SEARCH_LENGTH
  const none = !hasServer
    ? 'No saved record matches'
    : isTooShort
      ? 'Type at least two letters to find records'
      : 'No record matches'
  const nothing = !hasRecords && isOver && rest.error === null ? none : null
  const groups = groupsOf(found)
  const hasLocal = groups.some(({ name }) => name !== 'Actions for this wallet')
  if (hasRecords || !isOver || (is === 'text' && hasLocal))
    return { ...rest, groups, nothing, isFallback: false }
  const fallback: Found = {
    Pages:
      is === 'text' || !isFinance
        ? pages.slice(0, FIRST_ACTIONS).map(barePage)
        : searchPages(recognised, pages),
    Actions: actions.slice(0, FIRST_ACTIONS).map(plainAction),
  }
  return { ...rest, groups: groupsOf({ ...found, ...fallback }), nothing, isFallback: true }
}

/** The purchases whose credit waits for approval, among found ones that may be credited. */
function useRequestedCredits(records: readonly FoundRecord[]): ReadonlySet<string> {
  const projects = records.flatMap(({ kind, detail }) =>
    kind === 'transaction' && isCreditable(detail) ? [detail.project_id] : [],
  )
  const { data = [] } = usePendingApprovals([...new Set(projects)])
  return new Set(data.flatMap(({ transaction_id: id }) => (id == null ? [] : [id])))
}

/** The saved purchases of a wallet, the newest first. */
function savedOfWallet(saved: readonly FoundRecord[], address: string): Transaction[] {
  return saved
    .flatMap((record) => (record.kind === 'transaction' ? [record.detail] : []))
    .filter((row) => row.wallet_address.toLowerCase() === address.toLowerCase())
    .toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
}
