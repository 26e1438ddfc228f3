import { useForm } from 'react-hook-form'
import { toast } from 'react-hot-toast/headless'
import { toApiError } from '#src/api/api-error.ts'
import { login } from '#src/api/auth.ts'
import { connection } from '#src/api/connection.ts'
import { writeErrorText } from '#src/api/error-message.ts'
import { notifyOffline } from '#src/api/use-online.ts'
import { Button } from '#src/ui/Button.tsx'
import { PasswordField } from '#src/ui/fields/PasswordField.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { styled } from '#src/ui/theme.ts'
import { MAX_EMAIL_LENGTH } from '#src/wire/auth.ts'
import type { Login } from '#src/wire/auth.ts'

/** The message of an invalid email, or true. The server validates the rest (spec 5: no bounds are shown). */
function validateEmail(email: string): string | true {
  const { length } = email.trim()
  if (length === 0) return 'Enter your email'
  return length <= MAX_EMAIL_LENGTH || `Must be at most ${MAX_EMAIL_LENGTH} characters`
}

const Form = styled('form')`
  display: grid;
  gap: 16px;
  margin-top: 32px;
`
const Submit = styled('div')`
  margin-top: 8px;
`

/** Not a mutation: React Query is not part of this page's first load. */
async function signIn({ email, password }: Login): Promise<void> {
  if (!connection.isOnline) return notifyOffline()
  try {
    await login({ email: email.trim(), password })
    toast.success('Successfully logged in')
  } catch (error) {
    if (toApiError(error).kind !== 'aborted') toast.error(writeErrorText(error, 'Failed to login'))
  }
}

/** The login form. The router watches the session and leaves the page. */
export function LoginPage() {
  const { register, handleSubmit, formState } = useForm<Login>({
    mode: 'onTouched',
    defaultValues: { email: '', password: '' },
  })
  const { errors, isSubmitting } = formState
  return (
    <>
      <h1 tabIndex={-1}>Login to your account.</h1>
      <Form noValidate onSubmit={handleSubmit(signIn)}>
        <TextField
          label="Email"
          type="email"
          inputSize="lg"
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          error={errors.email?.message}
          {...register('email', { validate: validateEmail })}
        />
        <PasswordField
          label="Password"
          inputSize="lg"
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password', { required: 'Enter your password' })}
        />
        <Submit>
          <Button
            type="submit"
            variant="primary"
            size="lg"
            isBlock
            isBusy={isSubmitting}
            busyLabel="Logging in"
          >
            Login
          </Button>
        </Submit>
      </Form>
    </>
  )
}
