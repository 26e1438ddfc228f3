import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, queryOf, send } from '#src/api/http.ts'
import { describeError } from '#src/session/describe-error.ts'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { CheckField } from '#src/ui/fields/CheckField.tsx'
import { LabelledGroup } from '#src/ui/fields/LabelledGroup.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { factorCalls } from '#src/wire/factors.ts'
import type { Member } from '#src/wire/team.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { WriteFoot } from '#src/writes/WriteFoot.tsx'
import { roleOptions } from './roles.ts'
import { RULES_TITLE, describeRules, withRole } from './second-factor-rules.ts'

const { getSecurityPolicy, replaceSecurityPolicy } = factorCalls
const policyQuery = queryOptions(queryOf(getSecurityPolicy, {}))
const CONFLICT = 409

const Box = styled('div')`
  padding: 4px 12px;
  background: var(--surface-2);
  border: 1px solid var(--line-control);
  border-radius: var(--r-md);
`
const Row = styled('div')`
  display: flex;
  align-items: center;
  height: 36px;
  ${MOBILE} {
    height: 44px;
  }
`
const Count = styled('p')`
  min-height: 32px;
  font: var(--t-small);
  color: var(--text-3);
`

/** Sets which roles need a second factor. */
export function RulesDialog(props: { members: readonly Member[]; onClose: () => void }) {
  const { members, onClose } = props
  const policy = useQuery(policyQuery)
  const saved = policy.data?.second_factor_roles.toSorted()
  const [edited, setEdited] = useState<readonly string[] | null>(null)
  const [error, setError] = useState<string | null>(null)
  const roles = edited ?? saved
  const hasChanges = edited !== null && edited.join() !== saved?.join()
  const { write, isBusy } = useWrite({
    mutationFn: async (chosen: readonly string[]) => {
      try {
        return await send(replaceSecurityPolicy, { body: { second_factor_roles: [...chosen] } })
      } catch (failure) {
        // The admin has none: the rule would lock everybody out who could take it back.
        if (failure instanceof ApiError && failure.status === CONFLICT) setError(failure.message)
        throw failure
      }
    },
    meta: {
      success: 'Second factor rules saved',
      failure: 'Error saving the second factor rules',
      invalidates: [policyQuery.queryKey],
    },
  })
  const save = async () => {
    if (roles !== undefined && (await write(roles))) onClose()
  }

  return (
    <Dialog
      title={RULES_TITLE}
      isOpen
      onClose={onClose}
      hasChanges={hasChanges}
      isBusy={isBusy}
      footer={
        <WriteFoot
          verb="Save"
          busyVerb="Saving"
          isBusy={isBusy}
          isReady={hasChanges}
          onCancel={onClose}
          onWrite={() => void save()}
        />
      }
    >
      <p>Logging in with these roles takes a passkey or a code besides the password.</p>
      {roles === undefined && policy.error !== null ? (
        <ErrorState
          title="The rules did not load"
          text={describeError(policy.error)}
          onRetry={() => void policy.refetch()}
          isRetrying={policy.isFetching}
        />
      ) : (
        <>
          <LabelledGroup label="Roles that need a second factor" error={error}>
            <Box aria-busy={roles === undefined}>
              {roleOptions(members, saved).map(({ value, label }) =>
                roles === undefined ? (
                  <Row key={value}>
                    <Skeleton width={96} height={12} />
                  </Row>
                ) : (
                  <CheckField
                    key={value}
                    label={label}
                    checked={roles.includes(value)}
                    onChange={(isOn) => {
                      setEdited(withRole(roles, value, isOn))
                      setError(null)
                    }}
                  />
                ),
              )}
            </Box>
          </LabelledGroup>
          <Count role="status">{roles && describeRules(roles, members)}</Count>
        </>
      )}
    </Dialog>
  )
}
