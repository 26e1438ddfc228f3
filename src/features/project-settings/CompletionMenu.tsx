import { styled } from '#src/ui/theme.ts'
import type { Placeholder } from './message-template.ts'

const Root = styled('ul')`
  position: fixed;
  z-index: var(--z-dropdown);
  min-width: 208px;
  max-height: 232px;
  overflow-y: auto;
  padding: 4px;
  background: var(--surface-2);
  border: 1px solid var(--line-strong);
  border-radius: var(--r-md);
  box-shadow: var(--e-2);
`
const Option = styled('li')<{ $isActive: boolean }>`
  display: flex;
  align-items: center;
  height: 32px;
  padding: 0 8px;
  border-radius: var(--r-sm);
  font: var(--t-code);
  color: var(--text-1);
  cursor: pointer;
  ${(p) => (p.$isActive ? 'background: var(--surface-3);' : '')}
`

/** The names that fit what is typed, below the caret. The textarea keeps the focus. */
export function CompletionMenu(props: {
  id: string
  at: { x: number; y: number }
  options: readonly Placeholder[]
  active: number
  onPick: (name: Placeholder) => void
}) {
  return (
    <Root
      id={props.id}
      role="listbox"
      aria-label="Placeholders"
      style={{ left: props.at.x, top: props.at.y }}
    >
      {props.options.map((name, index) => (
        // The keys are the textarea's: it names the active option by its id.
        <Option
          key={name}
          id={`${props.id}-${index}`}
          role="option"
          aria-selected={index === props.active}
          $isActive={index === props.active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => props.onPick(name)}
        >
          {name}
        </Option>
      ))}
    </Root>
  )
}
