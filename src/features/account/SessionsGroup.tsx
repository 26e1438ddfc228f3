import { useQuery } from '@tanstack/react-query'
import { Laptop, Monitor, Smartphone, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { queryOf, send } from '#src/api/http.ts'
import { findCountry } from '#src/domain/countries/countries.ts'
import { formatLastUse, formatRecent } from '#src/domain/sale/record-formats.ts'
import { Loaded } from '#src/records/page/Loaded.tsx'
import { serverNow } from '#src/state/clock.ts'
import { useSession } from '#src/state/session.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { PageGroup, RowBox } from '#src/ui/lists/PageGroup.tsx'
import { PanelRow } from '#src/ui/lists/PanelRow.tsx'
import { RowPlaceholder } from '#src/ui/lists/RowPlaceholder.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import { sessionCalls, type SignedInSession } from '#src/wire/sessions.ts'
import { useWrite } from '#src/writes/use-write.ts'

const { listSessions, endSession, endOtherSessions } = sessionCalls
/** The queries that an ended session, or a changed password, makes stale. */
export const SESSION_KEYS = [[listSessions.path]]

const UNKNOWN = 'Unknown device'

function iconOf(device: string | null): LucideIcon {
  if (device === null || device.includes('Windows')) return Monitor
  return /iPhone|iPad|Android/.test(device) ? Smartphone : Laptop
}

/** "Germany, 203.0.113.24, last used 09:05"; this session has the time of its sign-in. Local time. */
function sessionLine(session: SignedInSession, now: Date): string {
  const { country, ip, is_current: isCurrent } = session
  const place = country === null ? null : (findCountry(country)?.name ?? country)
  const time =
    isCurrent === 1
      ? `since ${formatRecent(session.created_at, now)}`
      : `last used ${formatLastUse(session.last_used_at, now)}`
  return [place, ip, time].filter((part) => part !== null).join(', ')
}

/** Where the person is signed in, and what ends it. */
export function SessionsGroup({ offline }: { offline: string | undefined }) {
  const { authorized } = useSession()
  const query = useQuery({
    ...queryOf(listSessions, {}),
    // Another device may have signed in.
    staleTime: 0,
    enabled: authorized,
    meta: { keep: listSessions.response },
  })
  const endOthers = useWrite({
    mutationFn: () => send(endOtherSessions, {}),
    meta: {
      success: 'All other sessions ended',
      failure: 'Error ending the sessions',
      invalidates: SESSION_KEYS,
    },
  })
  const others = query.data?.filter((session) => session.is_current === 0) ?? []
  return (
    <PageGroup
      title="Sessions"
      text="Where you are signed in. Ending one takes effect at once."
      action={
        <Button
          isBusy={endOthers.isBusy}
          busyLabel="Ending"
          disabledReason={
            offline ?? (others.length === 0 ? 'There is no other session.' : undefined)
          }
          onClick={() => void endOthers.write()}
        >
          End all others
        </Button>
      }
    >
      <RowBox>
        <Loaded
          query={query}
          failed="Sessions did not load"
          notCached="You are offline, and your sessions were not saved on this device."
          placeholder={<RowPlaceholder count={2} />}
        >
          {(sessions) =>
            sessions.map((session) => (
              <SessionRow key={session.id} session={session} offline={offline} />
            ))
          }
        </Loaded>
      </RowBox>
    </PageGroup>
  )
}

function SessionRow(props: { session: SignedInSession; offline: string | undefined }) {
  const { session, offline } = props
  const name = session.device ?? UNKNOWN
  const [isEnded, setEnded] = useState(false)
  const end = useWrite({
    mutationFn: async () => {
      await send(endSession, { params: { id: session.id } })
      return true
    },
    meta: {
      success: `Ended ${name}`,
      failure: 'Error ending the session',
      invalidates: SESSION_KEYS,
    },
  })
  // The list is on its way.
  if (isEnded) return null
  return (
    <PanelRow
      icon={iconOf(session.device)}
      title={name}
      line={<small>{sessionLine(session, new Date(serverNow()))}</small>}
    >
      {session.is_current === 1 ? (
        <Badge tone="positive">This one</Badge>
      ) : (
        <Button
          size="sm"
          isBusy={end.isBusy}
          busyLabel="Ending"
          disabledReason={offline}
          onClick={() => void end.write().then((done) => setEnded(done === true))}
        >
          End
        </Button>
      )}
    </PanelRow>
  )
}
