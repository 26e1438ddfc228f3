import { Check, Circle } from 'lucide-react'
import { brokenPasswordRules, PASSWORD_RULES } from '#src/domain/password-rules.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { styled } from '#src/ui/theme.ts'
import { RULE_WORDS } from './reset-form.ts'

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

/** The rules of a new password, each marked as soon as what is typed meets it. */
export function RuleList(props: { password: string; oldPassword: string }) {
  const broken = brokenPasswordRules(props.password, props.oldPassword)
  return (
    <List>
      {PASSWORD_RULES.map((rule) => {
        const isMet = props.password !== '' && !broken.includes(rule)
        return (
          <Rule key={rule} $isMet={isMet}>
            <Icon of={isMet ? Check : Circle} size={12} />
            {RULE_WORDS[rule]}
            {isMet && <span className="sr">, met</span>}
          </Rule>
        )
      })}
    </List>
  )
}
