import { Check, Circle } from 'lucide-react'
import {
  brokenPasswordRules,
  PASSWORD_LENGTH,
  PASSWORD_RULES,
  type PasswordRule,
} from '#src/domain/people/password-rules.ts'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { styled } from '#src/ui/theme.ts'

const LABELS: Record<PasswordRule, string> = {
  length: PASSWORD_LENGTH,
  'not-common': 'Not one of the most common passwords',
  'not-email': 'Not your email address or the name in it',
  'not-old': 'Not the current password',
}

const List = styled('ul')`
  display: grid;
  gap: 4px;
`
const Rule = styled('li')<{ $isMet: boolean }>`
  display: flex;
  align-items: center;
  gap: 8px;
  color: ${(p) => (p.$isMet ? 'var(--text-2)' : 'var(--text-3)')};
  & > svg {
    color: ${(p) => (p.$isMet ? 'var(--positive)' : 'var(--line-hover)')};
  }
`

/** The rules of a new password; each is checked as soon as it is met. */
export function PasswordRules(props: {
  password: string
  /** Omitted for the first password. */
  oldPassword?: string
  /** Omitted where it is not known: the rule about it is not listed then. */
  email?: string
}) {
  const { password, oldPassword, email } = props
  const broken = brokenPasswordRules(password, oldPassword ?? '', email)
  const given = { 'not-old': oldPassword, 'not-email': email, length: '', 'not-common': '' }
  const rules = PASSWORD_RULES.filter((rule) => given[rule] !== undefined)
  return (
    <List>
      {rules.map((rule) => {
        const isMet = password !== '' && !broken.includes(rule)
        return (
          <Rule key={rule} $isMet={isMet}>
            <Icon of={isMet ? Check : Circle} size={12} />
            {LABELS[rule]}
            {isMet && <span className="sr">, met</span>}
          </Rule>
        )
      })}
    </List>
  )
}
