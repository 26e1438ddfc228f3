import { useLayoutEffect, useRef } from 'react'
import type { Placeholder } from '#src/domain/text/message-placeholders.ts'
import { LIST_BOX } from '#src/ui/controls/menu.ts'
import { moveLayer, placeList, type Box } from '#src/ui/controls/placement.ts'
import { styled } from '#src/ui/theme.ts'

const Root = styled('ul')`
  position: fixed;
  left: 0;
  top: 0;
  ${LIST_BOX}
  min-width: 208px;
  max-height: 232px;
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

/** The matching placeholder names, next to the caret. The textarea keeps the focus. */
export function CompletionMenu(props: {
  id: string
  /** Position of the caret, in viewport px. */
  at: Box
  options: readonly Placeholder[]
  active: number
  onPick: (name: Placeholder) => void
}) {
  const { at, options, active } = props
  const list = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    const layer = list.current
    if (!layer) return
    moveLayer(layer, (size, view) => placeList(at, size, view))
    layer.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [at, active])
  return (
    <Root ref={list} id={props.id} role="listbox" aria-label="Placeholders">
      {options.map((name, index) => (
        // The textarea handles the keys and references the active option by its id.
        <Option
          key={name}
          id={`${props.id}-${index}`}
          role="option"
          aria-selected={index === active}
          $isActive={index === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => props.onPick(name)}
        >
          {name}
        </Option>
      ))}
    </Root>
  )
}
