import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '#src/ui/controls/Button.tsx'
import { AuthLink } from '#src/ui/fields/auth-parts.tsx'
import { PasswordField } from '#src/ui/fields/PasswordField.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { Login } from '#src/wire/auth.ts'
import { useLoginFields } from './use-login-fields.ts'

const Form = styled('form')`
  display: grid;
  gap: 16px;
  margin-top: 32px;
`
const Submit = styled('div')`
  margin-top: 8px;
`
const PasswordRow = styled('div')`
  position: relative;
`
// In the label's row, but after the field for the keyboard, and without moving anything.
const Forgot = styled(AuthLink)`
  position: absolute;
  top: 0;
  right: 0;
  ${MOBILE} {
    top: -18px;
    padding: 18px 0 8px 12px;
    margin: 0;
  }
`

/** Email and password. `onForgot` gets the typed email; without it, no link is shown. */
export function LoginForm(props: {
  email: string
  onLogin: (login: Login) => Promise<void>
  onForgot: ((email: string) => void) | undefined
  children?: ReactNode
}) {
  const { onForgot } = props
  const { register, submit, isSubmitting, emailOf } = useLoginFields(props.onLogin)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // On a phone the keyboard would cover the page.
    if (matchMedia('(pointer: fine)').matches)
      form.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [])
  return (
    <Form
      ref={form}
      // The first thing to do here: the page's title leaves it the focus.
      data-keeps-focus
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        label="Email"
        type="email"
        inputSize="lg"
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        defaultValue={props.email}
        {...register('email')}
      />
      <PasswordRow>
        <PasswordField
          label="Password"
          inputSize="lg"
          autoComplete="current-password"
          {...register('password')}
        />
        {onForgot && (
          <Forgot href="/forgot-password" onFollow={() => onForgot(emailOf())}>
            Forgot password?
          </Forgot>
        )}
      </PasswordRow>
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
      {props.children}
    </Form>
  )
}
