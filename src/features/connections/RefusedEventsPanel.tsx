import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useMemo } from 'react'
import { ingestKeyQueries } from '#src/api/ingest-keys.ts'
import { WholeList } from '#src/records/list/WholeList.tsx'
import { Loaded } from '#src/records/page/Loaded.tsx'
import type { RowContext } from '#src/records/record-definition.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Panel } from '#src/ui/lists/Panel.tsx'
import { MAX_REFUSALS, REFUSAL_DAYS, type Refusal } from '#src/wire/ingest-keys.ts'
import { refusalRecord } from './refusal-record.tsx'

const idOf = ({ id }: Refusal) => id

/** What a project's site sent and the server refused, with the reason. */
export function RefusedEventsPanel(props: { projectId: string; context: RowContext<Refusal> }) {
  const query = useQuery(ingestKeyQueries.refusals(props.projectId))
  const record = useMemo(() => refusalRecord(props.projectId), [props.projectId])
  const count = query.data?.length ?? 0
  const list = (rows: readonly Refusal[] | undefined) => (
    <WholeList record={record} context={props.context} rows={rows} idOf={idOf} />
  )
  return (
    <Panel title="Refused events" end={count > 0 && <span>{describeCount(count)}</span>}>
      <Loaded
        query={query}
        failed="Refused events did not load"
        notCached="You are offline, and refused events are not kept on this device."
        placeholder={list(undefined)}
      >
        {(refusals) =>
          refusals.length > 0 ? (
            list(refusals)
          ) : (
            <EmptyState
              icon={CircleCheck}
              title={`No event was refused in the last ${REFUSAL_DAYS} days.`}
            />
          )
        }
      </Loaded>
    </Panel>
  )
}

function describeCount(count: number): string {
  const when = `in the last ${REFUSAL_DAYS} days`
  // Older ones are not kept.
  return count < MAX_REFUSALS ? `${count} ${when}` : `The last ${MAX_REFUSALS} ${when}`
}
