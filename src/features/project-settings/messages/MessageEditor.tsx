import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import type { ExampleValues, Placeholder } from '#src/domain/text/message-placeholders.ts'
import { CodeArea } from '#src/ui/fields/CodeArea.tsx'
import type { CodeSpan } from '#src/ui/fields/CodeSpans.tsx'
import { styled } from '#src/ui/theme.ts'
import { CompletionMenu } from './CompletionMenu.tsx'
import {
  completionAt,
  replacedRange,
  type Completion,
  type MessagePart,
  messageParts,
} from './message-template.ts'
import { PlaceholderList } from './PlaceholderList.tsx'

function kindOf({ placeholder, isMisspelt }: MessagePart): CodeSpan['kind'] {
  if (placeholder !== null) return 'placeholder'
  return isMisspelt ? 'wrong' : 'plain'
}

/** Splits a message into lines with highlighted placeholders. */
function highlightMessage(text: string): CodeSpan[][] {
  return text.split('\n').map((line) =>
    messageParts(line).map((part) => ({
      text: part.text,
      kind: kindOf(part),
    })),
  )
}

/**
 * The position of a caret before the character at `offset` of a code area, in viewport px, measured on
 * the highlighted copy of the text. Null before that copy is rendered.
 */
function caretBox(area: HTMLTextAreaElement, offset: number): DOMRect | null {
  const before = area.value.slice(0, offset).split('\n')
  const line = area.previousElementSibling?.children[before.length - 1]
  if (!line) return null
  let column = before.at(-1)?.length ?? 0
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.nodeValue?.length ?? 0
    if (column <= length) {
      const range = document.createRange()
      range.setStart(node, column)
      range.setEnd(node, column)
      return range.getBoundingClientRect()
    }
    column -= length
  }
  return line.getBoundingClientRect()
}

const Box = styled('div')<{ $isInvalid: boolean }>`
  overflow: hidden;
  background: var(--surface-2);
  border: 1px solid ${(p) => (p.$isInvalid ? 'var(--negative)' : 'var(--line-control)')};
  border-radius: var(--r-md);
  --code-text: var(--text-1);
  &:focus-within {
    border-color: var(--focus-ring);
    box-shadow: 0 0 0 1px var(--focus-ring);
  }
`

/** The completion at a caret offset, and its position on the screen. */
type Open = Completion & { caret: number; at: DOMRect; active: number }

/** The completion at the caret; null if no name is being typed or text is selected. */
function offerAt(area: HTMLTextAreaElement): Open | null {
  const { selectionStart: caret, selectionEnd } = area
  const match = caret === selectionEnd ? completionAt(area.value, caret) : null
  const at = match && caretBox(area, match.start)
  return match && at ? { ...match, caret, at, active: 0 } : null
}

/** Replaces a range of text and keeps the browser's undo history. */
function replaceText(area: HTMLTextAreaElement, start: number, end: number, text: string): void {
  area.focus()
  area.setSelectionRange(start, end)
  // There is no newer API that keeps the undo history. Without it this step can't be undone.
  if (document.execCommand('insertText', false, text)) return
  area.setRangeText(text, start, end, 'end')
  area.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/** The editor of the notice text: placeholders are highlighted, completed after `{`, and listed below. */
export function MessageEditor(props: {
  id: string
  name: string
  value: string
  values: ExampleValues
  isInvalid: boolean
  describedBy: string | undefined
  onChange: (text: string) => void
  onBlur: () => void
}) {
  const area = useRef<HTMLTextAreaElement>(null)
  const menuId = useId()
  const [open, setOpen] = useState<Open | null>(null)
  const isOpen = open !== null
  // The requested animation frame that updates the completion; 0 if there is none.
  const frame = useRef(0)

  const offer = (): Open | null => {
    cancelAnimationFrame(frame.current)
    frame.current = 0
    const next = area.current && offerAt(area.current)
    setOpen(next)
    return next
  }
  const insert = (name: Placeholder, from?: number) => {
    const box = area.current
    if (!box) return
    const selection = { start: from ?? box.selectionStart, end: box.selectionEnd }
    const { start, end } = replacedRange(box.value, selection)
    replaceText(box, start, end, `{${name}}`)
    setOpen(null)
  }
  const isStillAt = (caret: number) =>
    area.current?.selectionStart === caret && area.current.selectionEnd === caret
  const handleKey = (event: KeyboardEvent) => {
    // A key may arrive before the frame, and before the selection event of the previous key.
    const isBehind = frame.current !== 0 || (open !== null && !isStillAt(open.caret))
    const now = isBehind ? offer() : open
    if (!now) return
    const { options, active, start } = now
    const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: options.length - 1 }
    const step = moves[event.key]
    const chosen = options[active]
    if (step !== undefined) setOpen({ ...now, active: (active + step) % options.length })
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) insert(chosen, start)
    else if (event.key === 'Escape') setOpen(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  // The menu has a fixed position at the caret: close it when the page moves.
  useEffect(() => {
    if (!isOpen) return
    const close = () => setOpen(null)
    window.addEventListener('scroll', close, { passive: true })
    window.addEventListener('resize', close)
    return () => {
      window.removeEventListener('scroll', close)
      window.removeEventListener('resize', close)
    }
  }, [isOpen])

  return (
    <Box $isInvalid={props.isInvalid}>
      <CodeArea
        ref={area}
        id={props.id}
        name={props.name}
        label="Message text"
        value={props.value}
        onChange={(text) => {
          props.onChange(text)
          // The caret is measured on the rendered lines: wait until they have the new text.
          cancelAnimationFrame(frame.current)
          frame.current = requestAnimationFrame(offer)
        }}
        highlight={highlightMessage}
        isInvalid={props.isInvalid}
        describedBy={props.describedBy}
        placeholder="No message text yet"
        aria-autocomplete="list"
        {...(open
          ? { 'aria-controls': menuId, 'aria-activedescendant': `${menuId}-${open.active}` }
          : {})}
        onKeyDown={handleKey}
        onSelect={() => {
          if (open && !isStillAt(open.caret)) offer()
        }}
        onBlur={() => {
          setOpen(null)
          props.onBlur()
        }}
      />
      <PlaceholderList values={props.values} onInsert={(name) => insert(name)} />
      {open && (
        <CompletionMenu
          id={menuId}
          at={open.at}
          options={open.options}
          active={open.active}
          onPick={(name) => insert(name, open.start)}
        />
      )}
    </Box>
  )
}
