import { AtSign } from 'lucide-react'
import {
  useEffect,
  useId,
  useRef,
  useState,
  type AriaAttributes,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import {
  mentionedIn,
  mentionOf,
  typedMention,
  type MentionedPerson,
} from '#src/domain/text/mentions.ts'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { MAX_NOTE_LENGTH, type NotePerson, type NoteRecord } from '#src/wire/notes.ts'
import { PeopleList } from './PeopleList.tsx'
import { usePeople } from './use-people.ts'

/** The text area: 72 high with its border. */
const MIN_HEIGHT = { minHeight: 70 }
/** From here on the characters are counted. */
const COUNT_FROM = 1800

const Root = styled('div')`
  position: relative;
`
const Foot = styled('div')`
  display: flex;
  align-items: center;
  gap: 4px;
  margin-top: 8px;
  & > button:first-child {
    margin-right: 4px;
  }
  & > .hint {
    flex: 1;
    min-width: 0;
    font: var(--t-small);
    font-variant-numeric: tabular-nums;
    color: var(--text-3);
  }
  ${MOBILE} {
    gap: 8px;
  }
`

export interface NoteText {
  text: string
  mentions: readonly MentionedPerson[]
}

/** How many characters a note has, as the server counts them. */
export const lengthOf = (text: string) => [...text.trim()].length

const lengthText = (length: number) =>
  `${length.toLocaleString('en')} of ${MAX_NOTE_LENGTH.toLocaleString('en')}`

/** Replaces a range of text and keeps the browser's undo history. */
function replaceText(area: HTMLTextAreaElement, start: number, end: number, text: string): void {
  area.focus()
  area.setSelectionRange(start, end)
  // There is no newer API that keeps the undo history. Without it this step can't be undone.
  if (document.execCommand?.('insertText', false, text)) return
  area.setRangeText(text, start, end, 'end')
  area.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/** The text of a note, in which people are mentioned, and below it a hint and buttons. */
export function NoteField(props: {
  record: NoteRecord
  value: NoteText
  onChange: (value: NoteText) => void
  /** Ctrl+Enter or Cmd+Enter. */
  onSend: () => void
  /** Escape, where no list is open. */
  onCancel?: () => void
  isLocked: boolean
  /** Leaves out the button of mentions. */
  isPlain?: boolean
  error?: string | undefined
  hint: ReactNode
  /** When it appears. */
  takesFocus?: boolean | undefined
  children: ReactNode
}) {
  const { record, value, isLocked } = props
  const area = useRef<HTMLTextAreaElement>(null)
  const baseId = useId()
  const listId = `${baseId}-people`
  const fieldId = `${baseId}-field`
  const hintId = `${baseId}-hint`
  const [caret, setCaret] = useState<number | null>(null)
  const [active, setActive] = useState(0)
  // The @ whose list was closed with Escape.
  const [closedAt, setClosedAt] = useState<number>()
  // Who is chosen with the change of the text that the browser reports next.
  const chosen = useRef<readonly MentionedPerson[]>(null)
  const typed = caret === null || isLocked ? null : typedMention(value.text, caret)
  const isOpen = typed !== null && typed.start !== closedAt
  const { people, message } = usePeople(record, isOpen ? typed.q : null)
  const at = Math.min(active, people.length - 1)
  const length = lengthOf(value.text)
  const isTooLong = length > MAX_NOTE_LENGTH

  const { takesFocus = false } = props
  useEffect(() => {
    const box = area.current
    if (!takesFocus || !box) return
    box.focus()
    box.setSelectionRange(box.value.length, box.value.length)
  }, [takesFocus])

  const follow = () => {
    const box = area.current
    if (!box) return
    const next = box.selectionStart === box.selectionEnd ? box.selectionStart : null
    if (next === caret) return
    setCaret(next)
    setActive(0)
    if (next === null || typedMention(box.value, next)?.start !== closedAt) setClosedAt(undefined)
  }
  const pick = (person: NotePerson) => {
    const box = area.current
    if (!box || typed === null || caret === null) return
    const mentions = mentionedIn(value.text, value.mentions)
    const mention = mentionOf(person, mentions)
    const isSpaced = /^\s/.test(box.value.slice(caret))
    chosen.current = [...mentions.filter(({ id }) => id !== mention.id), mention]
    replaceText(box, typed.start, caret, `@${mention.name}${isSpaced ? '' : ' '}`)
    follow()
  }
  const change = (text: string) => {
    const mentions = chosen.current ?? value.mentions
    chosen.current = null
    props.onChange({ text, mentions })
    follow()
  }
  const startMention = () => {
    const box = area.current
    if (!box) return
    // Before it first has the focus, its caret stands nowhere.
    const isFocused = document.activeElement === box
    const start = isFocused ? box.selectionStart : box.value.length
    const isApart = /(?:^|[\s(])$/.test(box.value.slice(0, start))
    replaceText(box, start, isFocused ? box.selectionEnd : start, isApart ? '@' : ' @')
    setClosedAt(undefined)
    follow()
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    const person = people[at]
    const step = { ArrowDown: 1, ArrowUp: people.length - 1 }[event.key]
    if (isSend) props.onSend()
    else if (!isOpen && event.key === 'Escape' && props.onCancel) props.onCancel()
    else if (!isOpen) return
    else if (event.key === 'Escape') setClosedAt(typed.start)
    else if (person === undefined) return
    else if (step !== undefined) setActive((at + step) % people.length)
    else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) pick(person)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const hasList = isOpen && people.length > 0
  const listed: AriaAttributes = hasList
    ? { 'aria-controls': listId, 'aria-activedescendant': `${listId}-${at}` }
    : {}
  return (
    <div>
      <Root>
        {/* A text area has no other role than its own: while people are listed, a box around it has it. */}
        <div
          {...(isOpen
            ? {
                role: 'combobox',
                'aria-labelledby': `${fieldId}-label`,
                'aria-expanded': hasList,
                'aria-haspopup': 'listbox',
                ...listed,
              }
            : {})}
        >
          <TextAreaField
            ref={area}
            id={fieldId}
            label="Note"
            isLabelHidden
            autoComplete="off"
            dir="auto"
            placeholder={props.isPlain ? undefined : 'Write a note. Type @ to mention someone.'}
            style={MIN_HEIGHT}
            value={value.text}
            readOnly={isLocked}
            error={props.error}
            isInvalid={isTooLong}
            aria-describedby={hintId}
            onChange={(event) => change(event.currentTarget.value)}
            onKeyDown={handleKey}
            onSelect={follow}
            onBlur={() => setCaret(null)}
            {...(isOpen ? { 'aria-autocomplete': 'list' } : {})}
            {...listed}
          />
        </div>
        {isOpen && (hasList || message !== undefined) && (
          <PeopleList id={listId} people={people} active={at} message={message} onPick={pick} />
        )}
      </Root>
      <Foot>
        {!props.isPlain && (
          <IconButton
            label="Mention someone"
            icon={AtSign}
            disabled={isLocked}
            // The field keeps the focus and its caret.
            onMouseDown={(event) => event.preventDefault()}
            onClick={startMention}
          />
        )}
        <span id={hintId} className="hint">
          {length < COUNT_FROM ? (
            props.hint
          ) : (
            <span style={isTooLong ? { color: 'var(--negative)' } : undefined}>
              {lengthText(length)}
            </span>
          )}
        </span>
        {props.children}
      </Foot>
    </div>
  )
}
