import { Loaded } from '#src/records/page/Loaded.tsx'
import { PageGroup, RowBox } from '#src/ui/lists/PageGroup.tsx'
import { RowPlaceholder } from '#src/ui/lists/RowPlaceholder.tsx'
import { AuthenticatorGroup } from './AuthenticatorGroup.tsx'
import type { useFactors } from './factor-query.ts'
import { FACTOR_GROUPS } from './factor-text.ts'
import { PasskeysGroup } from './PasskeysGroup.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { RecoveryCodesGroup } from './RecoveryCodesGroup.tsx'

/**
 * The second factors of the signed-in person: passkeys, authenticator and recovery codes. After the
 * first factor it offers recovery codes.
 */
export function FactorGroups(props: {
  query: ReturnType<typeof useFactors>
  /** Why nothing can be changed now. */
  offline: string | undefined
  /** Whether the dialog of the recovery codes is open: a notice of the page may open it too. */
  isMakingCodes: boolean
  setMakingCodes: (isMaking: boolean) => void
}) {
  const { query, offline, isMakingCodes, setMakingCodes } = props
  return (
    <Loaded
      query={query}
      failed="Your second factors did not load"
      notCached="You are offline, and your second factors were not saved on this device."
      placeholder={<Placeholder />}
    >
      {(list) => {
        const handleAdded = () => {
          if (list.factors.length === 0 && list.recovery_codes_left === 0) setMakingCodes(true)
        }
        return (
          <>
            <PasskeysGroup list={list} offline={offline} onAdded={handleAdded} />
            <AuthenticatorGroup list={list} offline={offline} onAdded={handleAdded} />
            <RecoveryCodesGroup
              list={list}
              offline={offline}
              onNewCodes={() => setMakingCodes(true)}
            />
            {isMakingCodes && (
              <RecoveryCodesDialog
                left={list.recovery_codes_left}
                onClose={() => setMakingCodes(false)}
              />
            )}
          </>
        )
      }}
    </Loaded>
  )
}

/** The groups while they load, as high as without any factor. */
function Placeholder() {
  return Object.values(FACTOR_GROUPS).map((group) => (
    <PageGroup key={group.title} {...group}>
      <RowBox>
        <RowPlaceholder count={1} />
      </RowBox>
    </PageGroup>
  ))
}
