import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { queryOf } from '#src/api/http.ts'
import { useAllocationLists } from '#src/features/allocations/lists/list-queries.ts'
import { withdrawnParts } from '#src/features/allocations/lists/list-text.ts'
import { Loaded } from '#src/records/page/Loaded.tsx'
import { RecordPage } from '#src/records/page/RecordPage.tsx'
import { RefreshFailed } from '#src/records/page/RefreshFailed.tsx'
import { useDocumentTitle } from '#src/records/page/use-document-title.ts'
import { AGAINST_PARAM, useRecordPath } from '#src/records/record-hrefs.ts'
import { useUrlParams } from '#src/records/use-url-params.ts'
import { useOnline } from '#src/session/use-online.ts'
import { filters } from '#src/state/filters.ts'
import { usePrivacy } from '#src/state/privacy.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Surface } from '#src/ui/Surface.ts'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { TopBarSlot } from '#src/ui/TopBarSlot.tsx'
import { useIsMobile } from '#src/ui/use-media.ts'
import {
  allocationListCalls,
  type AllocationList,
  type DifferencePart,
} from '#src/wire/allocation-lists.ts'
import { ChangedWallets } from './ChangedWallets.tsx'
import { ComparedLists } from './ComparedLists.tsx'
import { useDifference } from './difference-query.ts'
import { listName } from './difference-text.ts'
import { OwedPart } from './OwedPart.tsx'

const { getAllocationList } = allocationListCalls

const Part = styled('div')`
  margin-bottom: 16px;
  ${MOBILE} {
    margin-bottom: 12px;
  }
`
const Pair = styled('div')`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 16px;
  margin-bottom: 16px;
  ${MOBILE} {
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
    margin-bottom: 12px;
  }
`

const listQuery = (id: string) => ({
  ...queryOf(getAllocationList, { params: { id } }),
  meta: { keep: getAllocationList.response },
})

/** What has changed since a list: who is owed more now, or in another list, and who got too much. */
export function DifferencePage() {
  const { id } = useRecordPath()
  const query = useQuery(listQuery(id))
  return (
    <RecordPage
      query={query}
      what="list"
      needs="allocations"
      list={{ href: '/allocations', title: 'Allocations' }}
      skeleton={<DifferenceSkeleton />}
    >
      {(list) => <Difference key={list.id} from={list} />}
    </RecordPage>
  )
}

function Difference({ from }: { from: AllocationList }) {
  const privacy = usePrivacy()
  const { asOf } = useSnapshot(filters)
  const isMobile = useIsMobile()
  const isOnline = useOnline()
  const [params] = useUrlParams()
  const against = params.get(AGAINST_PARAM) ?? undefined
  const { data: lists = [] } = useAllocationLists(from.project_id)
  const other = useQuery({ ...listQuery(against ?? ''), enabled: against !== undefined })
  const to = against === undefined ? undefined : other.data
  const [part, setPart] = useState<DifferencePart>()
  const difference = useDifference({ id: from.id, against }, part)
  const { query, sums } = difference
  const title = `What has changed since list ${from.number}`
  useDocumentTitle(title, 'What has changed')
  const now = useMemo(() => new Date(asOf), [asOf])
  return (
    <>
      <TopBarSlot place="title">{isMobile ? `Since list ${from.number}` : title}</TopBarSlot>
      {!isMobile && (
        <TopBarSlot place="note">
          <span className="small t3">{from.project_id}</span>
        </TopBarSlot>
      )}
      <ComparedLists from={from} to={to} lists={lists} computedAt={query.dataUpdatedAt} now={now} />
      {[from, to].map((list) =>
        list?.state === 'withdrawn' ? <Withdrawn key={list.id} list={list} now={now} /> : null,
      )}
      {sums && query.isError && isOnline && !query.isFetchNextPageError && (
        <Part>
          <RefreshFailed query={query} />
        </Part>
      )}
      {sums === undefined || (against !== undefined && to === undefined) ? (
        <Missing query={sums === undefined ? query : other} />
      ) : (
        <>
          <Pair>
            {(['more', 'less'] as const).map((name) => (
              <OwedPart
                key={name}
                part={name}
                from={from}
                to={to}
                sum={sums[name]}
                isMasked={privacy}
              />
            ))}
          </Pair>
          <ChangedWallets
            from={from}
            to={to}
            sums={sums}
            difference={difference}
            part={part}
            onPart={setPart}
            isMasked={privacy}
            now={now}
          />
        </>
      )}
    </>
  )
}

/** That a list must not be paid by any more, and why. */
function Withdrawn({ list, now }: { list: AllocationList; now: Date }) {
  const { start, by, end } = withdrawnParts(list, now)
  return (
    <Part>
      <Notice icon={TriangleAlert}>
        <b>{listName(list)} was withdrawn.</b> {start} {by}
        {end}
      </Notice>
    </Part>
  )
}

/** Instead of the difference: that it loads, or why there is none. */
function Missing(props: {
  query: Pick<UseQueryResult, 'error' | 'fetchStatus' | 'isFetching' | 'refetch'>
}) {
  const { error, fetchStatus, isFetching, refetch } = props.query
  const isLoading = error === null && fetchStatus !== 'paused'
  if (isLoading)
    return (
      <div role="status" aria-busy="true" aria-label="Loading the difference">
        <div aria-hidden>
          <DifferenceSkeleton />
        </div>
      </div>
    )
  return (
    <Surface style={{ display: 'flex', minHeight: 240 }}>
      <Loaded
        query={{ data: undefined, error, fetchStatus, isFetching, refetch }}
        failed="The difference did not load"
        notCached="You are offline, and this difference is not saved on this device."
        placeholder={null}
      >
        {() => null}
      </Loaded>
    </Surface>
  )
}

/** As high as both sums and a few wallets. */
function DifferenceSkeleton() {
  const block = (height: number) => (
    <Surface style={{ height, padding: '19px 20px' }}>
      <Skeleton width="40%" height={14} />
    </Surface>
  )
  return (
    <>
      <Pair>
        {block(122)}
        {block(122)}
      </Pair>
      {block(360)}
    </>
  )
}
