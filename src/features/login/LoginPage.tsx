import { useForm } from 'react-hook-form'
import { toast } from 'react-hot-toast'
import * as z from 'zod/mini'
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

/** Requires non-empty values; the server validates the rest (spec 5: bounds not shown). */
const fields = {
  email: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Enter your email'),
      z.maxLength(MAX_EMAIL_LENGTH, `Must be at most ${MAX_EMAIL_LENGTH} characters`),
    ),
  password: z.string().check(z.minLength(1, 'Enter your password')),
}

type LoginForm = { email: string; password: string }

/** Returns a field's error message, or true. Rules per field keep the form resolvers out of this chunk. */
function checkField(name: keyof LoginForm): (value: string) => string | true {
  return (value) => {
    const { success, error } = fields[name].safeParse(value)
    return success ? true : (error.issues[0]?.message ?? '')
  }
}

function toLogin({ email, password }: LoginForm): Login {
  return { email: email.trim(), password }
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
async function signIn(form: LoginForm): Promise<void> {
  if (!connection.isOnline) return notifyOffline()
  try {
    await login(toLogin(form))
    toast.success('Successfully logged in')
  } catch (error) {
    if (toApiError(error).kind !== 'aborted') toast.error(writeErrorText(error, 'Failed to login'))
  }
}

/** The login form. The router watches the session and leaves the page. */
export function LoginPage() {
  const { register, handleSubmit, formState } = useForm<LoginForm>({
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
          {...register('email', { validate: checkField('email') })}
        />
        <PasswordField
          label="Password"
          inputSize="lg"
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password', { validate: checkField('password') })}
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
