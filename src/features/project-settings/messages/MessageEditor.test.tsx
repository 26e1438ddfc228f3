import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { exampleValues } from '#src/domain/text/message-placeholders.ts'
import { MessageEditor } from './MessageEditor.tsx'

const values = exampleValues({ id: 'AURA', project_ticker: '', website_url: '', buy_url: '' })

function Editor() {
  const [text, setText] = useState('')
  return (
    <MessageEditor
      name="text"
      id="message"
      value={text}
      values={values}
      isInvalid={false}
      describedBy={undefined}
      onChange={setText}
      onBlur={() => {}}
    />
  )
}

const area = () => screen.getByLabelText<HTMLTextAreaElement>('Message text')
const options = () => screen.queryAllByRole('option').map((option) => option.textContent)
beforeEach(() => {
  // jsdom has no layout and no editing commands.
  Range.prototype.getBoundingClientRect = () => new DOMRect(100, 700, 0, 20)
  document.execCommand = () => false
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Types into the editor until the completion opens. */
async function typeInto(text: string) {
  const person = userEvent.setup()
  render(<Editor />)
  await person.type(area(), text)
  await waitFor(() => expect(options()).not.toEqual([]))
  return person
}

it('moving the caret away closes the completion, and Enter starts a line', async () => {
  const person = await typeInto('Sold {{pay')
  await person.keyboard('{Home}')
  expect(options()).toEqual([])
  await person.keyboard('{Enter}')
  expect(area().value).toBe('\nSold {pay')
})

it('moving the caret within the name updates the completion', async () => {
  const person = await typeInto('Sold {{pay')
  expect(options()).toHaveLength(3)
  await person.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(options()).toHaveLength(5)
  await person.keyboard('{ArrowDown}{Enter}')
  expect(area().value).toBe('Sold {payment_token_symbol}ay')
})

it('a key that arrives before the selection event uses the new caret', async () => {
  await typeInto('Sold {{pay')
  area().setSelectionRange(0, 0)
  fireEvent.keyDown(area(), { key: 'Enter' })
  expect(area().value).toBe('Sold {pay')
  expect(options()).toEqual([])
})

it('keys that arrive before the completion is rendered move its selection, and the render keeps it', async () => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame'] })
  try {
    render(<Editor />)
    act(() => area().focus())
    fireEvent.change(area(), { target: { value: 'By {', selectionStart: 4, selectionEnd: 4 } })
    fireEvent.keyDown(area(), { key: 'ArrowDown' })
    fireEvent.keyDown(area(), { key: 'ArrowDown' })
    const chosen = () => screen.getByRole('option', { selected: true }).textContent
    const names = options()
    expect(chosen()).toBe(names[2])
    act(() => {
      vi.runAllTimers()
    })
    expect(chosen()).toBe(names[2])
  } finally {
    vi.useRealTimers()
  }
})

it('the active name is scrolled into view', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  const person = await typeInto('{{')
  await person.keyboard('{ArrowUp}')
  expect(scrolled.mock.contexts.at(-1)).toBe(screen.getByRole('option', { selected: true }))
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('buy_url')
})

it('without space below the caret the names are above it', async () => {
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(390)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(232)
  await typeInto('{{')
  expect(innerHeight).toBe(768)
  expect(screen.getByRole('listbox').style.transform).toBe('translate(100px, 464px)')
})
