import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm, useWatch } from 'react-hook-form'
import { send } from '#src/api/http.ts'
import { PASSWORD_LENGTH } from '#src/domain/password-rules.ts'
import {
  passwordChangeFormSchema,
  toPasswordChange,
} from '#src/records/password-change/password-change-form.ts'
import { useUser } from '#src/state/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { PasswordField } from '#src/ui/fields/PasswordField.tsx'
import { PageGroup } from '#src/ui/PageGroup.tsx'
import { StrengthBars } from '#src/ui/StrengthBars.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { accountCalls, type PasswordChange } from '#src/wire/account.ts'
import { useUnsaved } from '#src/writes/use-unsaved.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { SESSION_KEYS } from './SessionsGroup.tsx'

const Fields = styled('div')`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 16px;
  align-items: start;
  margin-bottom: 16px;
  ${MOBILE} {
    grid-template-columns: minmax(0, 1fr);
  }
`
const EMPTY = { current: '', fresh: '' }

/** Changes the password. The other sessions end. */
export function PasswordGroup({ offline }: { offline: string | undefined }) {
  const user = useUser()
  const { register, handleSubmit, formState, control, reset } = useForm({
    resolver: standardSchemaResolver(passwordChangeFormSchema),
    mode: 'onTouched',
    defaultValues: EMPTY,
  })
  const fresh = useWatch({ control, name: 'fresh' })
  const { errors, isDirty } = formState
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
  useUnsaved(isDirty)
  const submit = handleSubmit(async (form) => {
    if (await write(toPasswordChange(form))) reset(EMPTY)
  })
  return (
    <PageGroup title="Password" text={`${PASSWORD_LENGTH}. Common ones are refused.`}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        {/* Password managers store the new password for this address. */}
        <input type="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
        <Fields>
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            error={errors.current?.message}
            {...register('current')}
          />
          <PasswordField
            label="New password"
            autoComplete="new-password"
            error={errors.fresh?.message}
            hint={fresh === '' ? undefined : <StrengthBars password={fresh} />}
            {...register('fresh')}
          />
        </Fields>
        <Button
          type="submit"
          isBusy={isBusy}
          busyLabel="Changing password"
          disabledReason={offline}
        >
          Change password
        </Button>
      </form>
    </PageGroup>
  )
}
