import { X } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'

const Root = styled('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 8px;
  font: var(--t-small);
  color: var(--text-3);
`
const Other = styled('span')`
  display: inline-flex;
  align-items: center;
  min-width: 0;
  padding-left: 8px;
  background: var(--surface-2);
  border: 1px solid var(--line);
  border-radius: var(--r-sm);
  color: var(--text-2);
  overflow-wrap: anywhere;
  ${MOBILE} {
    padding-left: 12px;
    border-radius: var(--r-md);
  }
`

/** The other names of a stage, each of which can be taken from it: so a wrong join is undone. */
export function AlsoNamed(props: {
  names: readonly string[]
  /** "Stage 2" */
  stage: string
  onChange: (names: string[]) => void
}) {
  const { names, stage, onChange } = props
  const root = useRef<HTMLDivElement>(null)
  if (names.length === 0) return null
  const remove = (name: string) => {
    // The pressed button goes: the focus moves to the next name, or to the stage's first field.
    const buttons = [...(root.current?.querySelectorAll('button') ?? [])]
    const next = buttons[names.indexOf(name) + 1] ?? buttons[names.indexOf(name) - 1]
    const field = root.current?.closest('[role=row], form')?.querySelector('input')
    ;(next ?? field)?.focus()
    onChange(names.filter((one) => one !== name))
  }
  return (
    <Root ref={root} role="group" aria-label={`Other names of ${stage}`}>
      Also named
      {names.map((name) => (
        <Other key={name}>
          <bdi>{name}</bdi>
          <IconButton
            label={`Remove the name ${name}`}
            icon={X}
            size="xs"
            onClick={() => remove(name)}
          />
        </Other>
      ))}
    </Root>
  )
}
