import { useQuery } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { formatLatest } from '#src/domain/sale/record-formats.ts'
import { pluralize } from '#src/domain/text/text.ts'
import { DateTime } from '#src/records/cells/DateTime.tsx'
import { linkStyle } from '#src/records/cells/link-style.ts'
import { Loaded } from '#src/records/page/Loaded.tsx'
import { filters } from '#src/state/filters.ts'
import { usePrivacy } from '#src/state/privacy.ts'
import { useSession } from '#src/state/session.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Panel } from '#src/ui/lists/Panel.tsx'
import { PanelRow } from '#src/ui/lists/PanelRow.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { styled } from '#src/ui/theme.ts'
import type { FiredAlert } from '#src/wire/alerts.ts'
import { RULE_ICONS } from './rule-icons.ts'
import { firedQuery } from './use-preview.ts'

const List = styled('ul')`
  padding-bottom: 8px;
  & > li {
    border-top: 1px solid var(--line);
  }
`

/** The alerts that have fired, and what became of their messages. */
export function FiredPanel() {
  const { authorized } = useSession()
  const privacy = usePrivacy()
  const { asOf } = useSnapshot(filters)
  const query = useQuery({ ...firedQuery, enabled: authorized })
  return (
    <Panel
      title="Last alerts"
      end={
        query.data && query.data.length > 0 && <span>{pluralize(query.data.length, 'alert')}</span>
      }
    >
      <Loaded
        query={query}
        failed="The last alerts did not load"
        notCached="You are offline, and the last alerts were not saved on this device."
        placeholder={<Placeholder />}
      >
        {(fired) =>
          fired.length === 0 ? (
            <EmptyState
              icon={BellOff}
              title="Nothing so far"
              text="Alerts appear here for 90 days after they are sent."
            />
          ) : (
            <List aria-label="Last alerts">
              {fired.map((alert) => (
                <li key={alert.id}>
                  <Fired alert={alert} isMasked={privacy} asOf={asOf} />
                </li>
              ))}
            </List>
          )
        }
      </Loaded>
    </Panel>
  )
}

function Fired({ alert, isMasked, asOf }: { alert: FiredAlert; isMasked: boolean; asOf: number }) {
  // Texts have amounts and counts in them.
  const title = isMasked ? 'Hidden in privacy mode' : alert.title
  return (
    <PanelRow
      icon={RULE_ICONS[alert.kind]}
      title={title}
      wraps
      name={
        <Link className={linkStyle} href={alert.path}>
          {title}
        </Link>
      }
      line={
        <>
          {!isMasked && alert.text !== '' && <small>{alert.text}</small>}
          <small>{describeDeliveries(alert.deliveries)}</small>
        </>
      }
    >
      <DateTime
        className="small t3"
        instant={alert.at}
        text={formatLatest(alert.at, new Date(asOf))}
      />
    </PanelRow>
  )
}

/** "Pixel 8: sent; Mail: waiting, the service did not answer" */
function describeDeliveries(deliveries: FiredAlert['deliveries']): string {
  if (deliveries.length === 0) return 'No device to push to'
  return deliveries
    .map(({ channel, device, state, reason }) => {
      const where = device ?? (channel === 'mail' ? 'Mail' : 'Push')
      return `${where}: ${state}${reason === null ? '' : `, ${reason}`}`
    })
    .join('; ')
}

function Placeholder() {
  return (
    <div style={{ display: 'grid', gap: 16, padding: 20 }} aria-hidden>
      <Skeleton width="60%" />
      <Skeleton width="40%" />
      <Skeleton width="50%" />
    </div>
  )
}
