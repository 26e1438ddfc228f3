import { useState } from 'react'
import { useFactors } from '#src/account/factor-query.ts'
import { NO_FACTOR } from '#src/account/factor-text.ts'
import { FactorGroups } from '#src/account/FactorGroups.tsx'
import { refetchUser } from '#src/api/change-user.ts'
import { capitalize } from '#src/domain/text/text.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { useUser } from '#src/state/session.ts'
import { Button, showReason } from '#src/ui/controls/Button.tsx'
import { Lead } from '#src/ui/fields/auth-parts.tsx'
import { PageGroups } from '#src/ui/lists/PageGroup.tsx'
import { Surface } from '#src/ui/Surface.ts'
import { MOBILE, styled } from '#src/ui/theme.ts'

/** Wider than the other pages of its layout, which have only a form. */
const Page = styled('div')`
  margin: 24px calc((100% - min(560px, 100vw - 48px)) / 2) 0;
  ${MOBILE} {
    margin: 0;
  }
`
const Groups = styled('div')`
  margin-top: 32px;
  ${MOBILE} {
    margin: 24px -16px 0;
  }
`
const Act = styled('div')`
  margin-top: 24px;
`

/** Where a person adds the second factor that their role needs, before anything else. */
export function SecondFactorPage() {
  const user = useUser()
  const isOnline = useOnline()
  const offline = isOnline ? undefined : OFFLINE_REFUSAL
  const query = useFactors()
  const [isMakingCodes, setMakingCodes] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const hasFactor = (query.data?.factors.length ?? 0) > 0
  // The router leaves the page once the server needs nothing more.
  const goOn = async () => {
    setBusy(true)
    const known = await refetchUser()
    if (known === null) showReason('The server could not be reached. Try again.')
    else if (known.requires_second_factor === 1) showReason(NO_FACTOR)
    setBusy(false)
  }
  return (
    <Page>
      <h1 tabIndex={-1}>Set up a second factor.</h1>
      <Lead>
        The role {capitalize(user?.role ?? '')} needs one: a passkey, or codes from an app. Your
        password alone then no longer opens your account.
      </Lead>
      <Groups>
        <Surface as="div">
          <PageGroups>
            <FactorGroups
              query={query}
              offline={offline}
              isMakingCodes={isMakingCodes}
              setMakingCodes={setMakingCodes}
            />
          </PageGroups>
        </Surface>
      </Groups>
      <Act>
        <Button
          variant="primary"
          size="lg"
          isBlock
          isBusy={isBusy}
          busyLabel="Continuing"
          disabledReason={offline ?? (hasFactor ? undefined : NO_FACTOR)}
          onClick={() => void goOn()}
        >
          Continue
        </Button>
      </Act>
    </Page>
  )
}
