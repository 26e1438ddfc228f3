import { Fragment, useState, type FormEvent, type ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { PasswordField } from '#src/ui/fields/PasswordField.tsx'
import { PasswordRules } from '#src/ui/fields/PasswordRules.tsx'
import { StrengthBars } from '#src/ui/fields/StrengthBars.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { useShortForm } from '#src/writes/use-short-form.ts'
import { passwordFormSchema, type PasswordFields } from './password-form.ts'

const Page = styled('form')`
  display: grid;
  gap: 16px;
  margin-top: 32px;
`
const Acts = styled('div')`
  display: grid;
  gap: 8px;
  margin-top: 8px;
`
const Pair = styled('div')`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 16px;
  align-items: start;
  margin-bottom: 16px;
  ${MOBILE} {
    grid-template-columns: minmax(0, 1fr);
  }
`
const Hints = styled('div')`
  display: grid;
  gap: 8px;
`
const LABELS = {
  page: { current: 'Current Password', fresh: 'New Password', repeated: 'Repeat Password' },
  group: { current: 'Current password', fresh: 'New password', repeated: 'Repeat password' },
}
const EMPTY: PasswordFields = { current: '', fresh: '', repeated: '' }

/** Sets a new password, beside the current one or typed twice. */
export function PasswordForm(props: {
  beside: 'current' | 'repeated'
  /** A page has large fields, one below the other; a group of a page has a row. */
  place: 'page' | 'group'
  /** Password managers store the new password for this address. */
  email?: string
  /** Resolves to whether the fields are emptied. */
  onSubmit: (fields: PasswordFields) => Promise<boolean>
  /** The buttons. */
  children: ReactNode
}) {
  const { beside, place, email } = props
  const [schema] = useState(() => passwordFormSchema(beside))
  const { form } = useShortForm(schema, EMPTY)
  const { control, formState } = form
  const [current, fresh] = useWatch({ control, name: ['current', 'fresh'] })
  const submit = form.handleSubmit(async (fields) => {
    if (await props.onSubmit(fields)) form.reset(EMPTY)
  })
  const isPage = place === 'page'
  const bars = <StrengthBars password={fresh} />
  const rules =
    beside === 'current' ? (
      <PasswordRules password={fresh} oldPassword={current} />
    ) : (
      <Hints>
        {bars}
        <PasswordRules password={fresh} />
      </Hints>
    )
  const groupHint = fresh === '' ? undefined : bars
  const hint = isPage ? rules : groupHint
  const Form = isPage ? Page : 'form'
  const Fields = isPage ? Fragment : Pair
  const Foot = isPage ? Acts : Fragment
  const field = (name: keyof PasswordFields) => ({
    label: LABELS[place][name],
    inputSize: isPage ? ('lg' as const) : undefined,
    autoComplete: name === 'current' ? 'current-password' : 'new-password',
    error: formState.errors[name]?.message,
    // The repeated one is validated with it.
    ...form.register(name, name === 'fresh' && beside === 'repeated' ? { deps: ['repeated'] } : {}),
  })
  return (
    <Form noValidate onSubmit={(event: FormEvent) => void submit(event)}>
      {email !== undefined && (
        <input type="email" autoComplete="username" value={email} readOnly hidden />
      )}
      <Fields>
        {beside === 'current' && <PasswordField {...field('current')} />}
        <PasswordField {...field('fresh')} hint={hint} />
        {beside === 'repeated' && <PasswordField {...field('repeated')} />}
      </Fields>
      <Foot>{props.children}</Foot>
    </Form>
  )
}
