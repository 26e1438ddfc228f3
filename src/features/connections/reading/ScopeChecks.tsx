import { useId } from 'react'
import { CheckField } from '#src/ui/fields/CheckField.tsx'
import { GroupError, GroupFrame, GroupLabel } from '#src/ui/fields/LabelledGroup.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { KeyScope } from '#src/wire/call.ts'

const Box = styled('div')`
  overflow: hidden;
  background: var(--surface-2);
  border: 1px solid var(--line-control);
  border-radius: var(--r-md);
  & > button {
    gap: 12px;
    min-height: 48px;
    padding: 6px 12px;
    border-radius: 0;
    text-align: start;
  }
  & > button + button {
    border-top: 1px solid var(--line-strong);
  }
  & > button:focus-visible {
    box-shadow: inset 0 0 0 2px var(--focus-ring);
  }
  & b {
    font-weight: 500;
  }
  & small {
    display: block;
    font: var(--t-small);
    color: var(--text-3);
  }
  ${MOBILE} {
    & > button {
      min-height: 56px;
    }
  }
`

const SCOPES: readonly { scope: KeyScope; label: string; text: string }[] = [
  { scope: 'figures', label: 'Figures', text: 'Home, channels, stages, settlement, launches' },
  { scope: 'lists', label: 'Lists', text: 'Purchases, wallets, credits, codes, allocations' },
  { scope: 'leads', label: 'Leads', text: 'Email addresses and mobile numbers of people' },
]

/** What a key reads, each with what it holds. Nothing is chosen along with another. */
export function ScopeChecks(props: {
  value: readonly KeyScope[]
  onChange: (scopes: KeyScope[]) => void
  error: string | undefined
}) {
  const { value } = props
  const id = useId()
  return (
    <GroupFrame role="group" aria-labelledby={id}>
      <GroupLabel id={id}>Reads</GroupLabel>
      <Box>
        {SCOPES.map(({ scope, label, text }) => (
          <CheckField
            key={scope}
            label={label}
            describedBy={`${id}-${scope}`}
            checked={value.includes(scope)}
            onChange={(isOn) =>
              props.onChange(isOn ? [...value, scope] : value.filter((each) => each !== scope))
            }
          >
            <span>
              <b>{label}</b>
              <small id={`${id}-${scope}`}>{text}</small>
            </span>
          </CheckField>
        ))}
      </Box>
      <GroupError text={props.error} />
    </GroupFrame>
  )
}
