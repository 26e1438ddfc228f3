import { useRef, useState, type FormEvent, type SyntheticEvent } from 'react'
import { MAX_EMAIL_LENGTH } from '#src/wire/auth.ts'
import type { Login } from '#src/wire/auth.ts'

type Name = keyof Login
const NAMES: readonly Name[] = ['email', 'password']

/** The error of a field, or undefined. The server validates the rest: no bounds are shown. */
const VALIDATE: Record<Name, (value: string) => string | undefined> = {
  email: (email) => {
    const { length } = email.trim()
    if (length === 0) return 'Enter your email'
    return length <= MAX_EMAIL_LENGTH ? undefined : `Must be at most ${MAX_EMAIL_LENGTH} characters`
  },
  password: (password) => (password === '' ? 'Enter your password' : undefined),
}

/**
 * The two fields of Login. Written by hand, because a form library would be a tenth of the page's
 * first load. The inputs keep their values themselves: a password manager may fill them before React
 * listens. A field is validated when it is left, then on every change, and on submit.
 */
export function useLoginFields(onSubmit: (login: Login) => Promise<void>) {
  const [errors, setErrors] = useState<Partial<Login>>({})
  const [isSubmitting, setSubmitting] = useState(false)
  const inputs = useRef<Partial<Record<Name, HTMLInputElement | null>>>({})
  const touched = useRef(new Set<Name>())

  const valueOf = (name: Name) => inputs.current[name]?.value ?? ''
  const validate = (name: Name) => VALIDATE[name](valueOf(name))
  const showError = (name: Name) => {
    const error = validate(name)
    setErrors(({ [name]: _before, ...others }) =>
      error === undefined ? others : { ...others, [name]: error },
    )
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSubmitting) return
    for (const name of NAMES) {
      touched.current.add(name)
      showError(name)
    }
    const firstInvalid = NAMES.find((name) => validate(name) !== undefined)
    if (firstInvalid !== undefined) return inputs.current[firstInvalid]?.focus()
    setSubmitting(true)
    await onSubmit({ email: valueOf('email').trim(), password: valueOf('password') })
    setSubmitting(false)
  }
  /** The props of a field's input. */
  const register = (name: Name) => ({
    name,
    error: errors[name],
    ref: (input: HTMLInputElement | null) => {
      inputs.current[name] = input
    },
    onBlur: (_event: SyntheticEvent) => {
      touched.current.add(name)
      showError(name)
    },
    onChange: (_event: SyntheticEvent) => {
      if (touched.current.has(name)) showError(name)
    },
  })
  return { register, submit, isSubmitting, emailOf: () => valueOf('email').trim() }
}
