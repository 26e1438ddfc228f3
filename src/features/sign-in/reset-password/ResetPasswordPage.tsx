import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { toPasswordChange } from '#src/account/password-form.ts'
import { PasswordForm } from '#src/account/PasswordForm.tsx'
import { changeUser, refetchUser } from '#src/api/change-user.ts'
import { send } from '#src/api/http.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { useUser } from '#src/state/session.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Lead } from '#src/ui/fields/auth-parts.tsx'
import { accountCalls, type PasswordChange } from '#src/wire/account.ts'
import { useWrite } from '#src/writes/use-write.ts'

/** Changes the user's password, required by the server or by choice. Other devices are logged out. */
export function ResetPasswordPage() {
  const user = useUser()
  const mustReset = user?.requires_password_reset === 1
  const isOnline = useOnline()
  const [, navigate] = useLocation()
  const { write, isBusy } = useWrite({
    mutationFn: async (change: PasswordChange) => {
      try {
        await send(accountCalls.changePassword, { body: change })
        return 'now'
      } catch (error) {
        // If the response to an earlier try was lost, the old password is no longer valid.
        const isDone = mustReset && (await refetchUser())?.requires_password_reset === 0
        if (isDone) return 'before'
        throw error
      }
    },
    meta: {
      success: (when) =>
        when === 'now' ? 'Successfully reset password' : 'Your password has been reset',
      failure: 'Failed to reset password',
    },
  })
  // Another tab may have changed it, or the confirmed session may not require it.
  const wasRequired = useRef(mustReset)
  useEffect(() => {
    if (wasRequired.current && !mustReset) navigate('/')
  }, [mustReset, navigate])

  return (
    <>
      <h1 tabIndex={-1}>Reset your password.</h1>
      <Lead>
        {mustReset
          ? 'Choose a new password before you continue.'
          : 'Choose a new password. Your other devices will be logged out.'}
      </Lead>
      <PasswordForm
        beside="current"
        place="page"
        email={user?.email ?? ''}
        onSubmit={async (fields) => {
          if ((await write(toPasswordChange(fields))) === undefined) return false
          await changeUser({ requires_password_reset: 0 })
          // A required change has already navigated away.
          if (!mustReset) navigate('/')
          return false
        }}
      >
        <Button
          type="submit"
          variant="primary"
          size="lg"
          isBlock
          isBusy={isBusy}
          busyLabel="Resetting password"
          disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
        >
          Reset password
        </Button>
        {!mustReset && (
          <Button variant="ghost" size="lg" isBlock onClick={() => navigate('/')}>
            Back to Home
          </Button>
        )}
      </PasswordForm>
    </>
  )
}
