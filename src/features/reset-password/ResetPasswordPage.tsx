import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useRef } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useLocation } from 'wouter'
import { changeUser, refetchUser } from '#src/api/change-user.ts'
import { send } from '#src/api/http.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/api/use-online.ts'
import {
  passwordChangeFormSchema,
  toPasswordChange,
} from '#src/records/password-change/password-change-form.ts'
import { useUser } from '#src/state/session.ts'
import { Lead } from '#src/ui/auth-parts.tsx'
import { Button } from '#src/ui/Button.tsx'
import { PasswordField } from '#src/ui/fields/PasswordField.tsx'
import { PasswordRules } from '#src/ui/PasswordRules.tsx'
import { styled } from '#src/ui/theme.ts'
import { accountCalls, type PasswordChange } from '#src/wire/account.ts'
import { useUnsaved } from '#src/writes/use-unsaved.ts'
import { useWrite } from '#src/writes/use-write.ts'

const Form = styled('form')`
  display: grid;
  gap: 16px;
  margin-top: 32px;
`
const Acts = styled('div')`
  display: grid;
  gap: 8px;
  margin-top: 8px;
`

/** Changes the user's password, required by the server or by choice. Other devices are logged out. */
export function ResetPasswordPage() {
  const user = useUser()
  const mustReset = user?.requires_password_reset === 1
  const isOnline = useOnline()
  const [, navigate] = useLocation()
  const { register, handleSubmit, formState, control } = useForm({
    resolver: standardSchemaResolver(passwordChangeFormSchema),
    mode: 'onTouched',
    defaultValues: { current: '', fresh: '' },
  })
  const [current, fresh] = useWatch({ control, name: ['current', 'fresh'] })
  const { errors, isDirty } = formState
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
  useUnsaved(isDirty)
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
      <Form
        noValidate
        onSubmit={handleSubmit(async (form) => {
          if ((await write(toPasswordChange(form))) === undefined) return
          await changeUser({ requires_password_reset: 0 })
          // A required change has already navigated away.
          if (!mustReset) navigate('/')
        })}
      >
        {/* Password managers store the new password for this address. */}
        <input type="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
        <PasswordField
          label="Current Password"
          inputSize="lg"
          autoComplete="current-password"
          error={errors.current?.message}
          {...register('current')}
        />
        <PasswordField
          label="New Password"
          inputSize="lg"
          autoComplete="new-password"
          error={errors.fresh?.message}
          hint={<PasswordRules password={fresh} oldPassword={current} />}
          {...register('fresh')}
        />
        <Acts>
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
        </Acts>
      </Form>
    </>
  )
}
