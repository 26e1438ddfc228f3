import { toPasswordChange } from '#src/account/password-form.ts'
import { PasswordForm } from '#src/account/PasswordForm.tsx'
import { send } from '#src/api/http.ts'
import { PASSWORD_LENGTH } from '#src/domain/people/password-rules.ts'
import { useUser } from '#src/state/session.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { PageGroup } from '#src/ui/lists/PageGroup.tsx'
import { accountCalls, type PasswordChange } from '#src/wire/account.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { SESSION_KEYS } from './SessionsGroup.tsx'

/** Changes the password. The other sessions end. */
export function PasswordGroup({ offline }: { offline: string | undefined }) {
  const user = useUser()
  const { write, isBusy } = useWrite({
    mutationFn: async (change: PasswordChange) => {
      await send(accountCalls.changePassword, { body: change })
      return true
    },
    meta: {
      success: 'Password changed. Your other sessions have ended.',
      failure: 'Error changing the password',
      invalidates: SESSION_KEYS,
    },
  })
  return (
    <PageGroup title="Password" text={`${PASSWORD_LENGTH}. Common ones are refused.`}>
      <PasswordForm
        beside="current"
        place="group"
        email={user?.email ?? ''}
        onSubmit={async (fields) => (await write(toPasswordChange(fields))) === true}
      >
        <Button
          type="submit"
          isBusy={isBusy}
          busyLabel="Changing password"
          disabledReason={offline}
        >
          Change password
        </Button>
      </PasswordForm>
    </PageGroup>
  )
}
