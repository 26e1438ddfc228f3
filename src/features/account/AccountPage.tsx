import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { useFactors } from '#src/account/factor-query.ts'
import { FactorGroups } from '#src/account/FactorGroups.tsx'
import { useFeature } from '#src/api/features.ts'
import { linkStyle } from '#src/records/cells/link-style.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { useUser } from '#src/state/session.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { PageGroup, PageGroups } from '#src/ui/lists/PageGroup.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Surface } from '#src/ui/Surface.ts'
import { TopBarSlot } from '#src/ui/TopBarSlot.tsx'
import type { FactorList } from '#src/wire/factors.ts'
import { PasswordGroup } from './PasswordGroup.tsx'
import { SessionsGroup } from './SessionsGroup.tsx'

/** From this number of recovery codes on, nobody has to be reminded. */
const ENOUGH_CODES = 4

/** The person's own account: where they are signed in, and how they sign in. */
export function AccountPage() {
  const user = useUser()
  const isOnline = useOnline()
  const hasAlerts = useFeature('alerts')
  const query = useFactors()
  const [isMakingCodes, setMakingCodes] = useState(false)
  const offline = isOnline ? undefined : OFFLINE_REFUSAL
  return (
    <>
      {user && (
        <TopBarSlot place="note">
          {user.email}, {user.role}
        </TopBarSlot>
      )}
      {query.data && (
        <CodesNotice list={query.data} offline={offline} onNewCodes={() => setMakingCodes(true)} />
      )}
      <Surface as="div">
        <PageGroups>
          <SessionsGroup offline={offline} />
          <FactorGroups
            query={query}
            offline={offline}
            isMakingCodes={isMakingCodes}
            setMakingCodes={setMakingCodes}
          />
          {hasAlerts && (
            <PageGroup title="Alerts" text="What you are notified of, and where.">
              <Link href="/alerts" className={linkStyle}>
                Alerts, quiet hours and devices
              </Link>
            </PageGroup>
          )}
          <PasswordGroup offline={offline} />
        </PageGroups>
      </Surface>
    </>
  )
}

/** Reminds of recovery codes before the last one is gone. */
function CodesNotice(props: {
  list: FactorList
  offline: string | undefined
  onNewCodes: () => void
}) {
  const { factors, recovery_codes_left: left } = props.list
  if (factors.length === 0 || left >= ENOUGH_CODES) return null
  return (
    <div style={{ marginBottom: 16 }}>
      <Notice
        icon={TriangleAlert}
        action={
          <Button size="sm" disabledReason={props.offline} onClick={props.onNewCodes}>
            New codes
          </Button>
        }
      >
        {left === 0 ? (
          <>
            <b>You have no recovery codes.</b> Make recovery codes, so that you get in without your
            phone or key.
          </>
        ) : (
          <>
            <b>{left === 1 ? '1 recovery code is' : `${left} recovery codes are`} left.</b> Make ten
            new ones before they run out.
          </>
        )}
      </Notice>
    </div>
  )
}
