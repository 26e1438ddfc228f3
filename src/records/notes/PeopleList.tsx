import { useEffect, useRef } from 'react'
import { localPart } from '#src/domain/text/mentions.ts'
import { capitalize } from '#src/domain/text/text.ts'
import { DROPS, LIST_BOX, MenuItem, MenuNote } from '#src/ui/controls/menu.ts'
import { styled } from '#src/ui/theme.ts'
import type { NotePerson } from '#src/wire/notes.ts'

const Box = styled('div')`
  position: absolute;
  inset: 100% 0 auto;
  margin-top: 8px;
  scroll-margin: 8px;
  ${LIST_BOX}
  ${DROPS}
`
const Domain = styled('span')`
  min-width: 0;
  font: var(--t-small);
  color: var(--text-3);
`
const Note = styled(MenuNote)`
  flex: none;
  padding-left: 12px;
  white-space: nowrap;
`
const Message = styled('p')`
  padding: 6px 8px;
  font: var(--t-small);
  color: var(--text-3);
`

/** The people who can be mentioned, below the field, which keeps the focus and handles the keys. */
export function PeopleList(props: {
  id: string
  people: readonly NotePerson[]
  active: number
  /** Stands for the people where there are none. */
  message: string | undefined
  onPick: (person: NotePerson) => void
}) {
  const { id, people, active, message } = props
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  return (
    <Box ref={box} onMouseDown={(event) => event.preventDefault()}>
      {message !== undefined && <Message role="status">{message}</Message>}
      {people.length > 0 && (
        <div id={id} role="listbox" aria-label="People">
          {people.map((person, index) => (
            // The field handles the keys and references the active option by its id.
            <MenuItem
              key={person.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              {...(index === active ? { 'data-active-item': true } : {})}
              onClick={() => props.onPick(person)}
            >
              <span className="trunc">{localPart(person.email)}</span>
              <Domain className="trunc">
                {person.email.slice(localPart(person.email).length)}
              </Domain>
              <Note>{capitalize(person.role)}</Note>
            </MenuItem>
          ))}
        </div>
      )}
    </Box>
  )
}
