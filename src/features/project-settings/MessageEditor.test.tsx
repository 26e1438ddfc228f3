import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MessageEditor } from './MessageEditor.tsx'
import { exampleValues } from './message-template.ts'

const values = exampleValues({ id: 'AURA', project_ticker: '', website_url: '', buy_url: '' })

function Editor() {
  const [text, setText] = useState('')
  return (
    <MessageEditor
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
  // jsdom draws nothing and knows no commands.
  Range.prototype.getBoundingClientRect = () => new DOMRect(100, 700, 0, 20)
  document.execCommand = () => false
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Types into the editor until names are offered. */
async function typeInto(text: string) {
  const person = userEvent.setup()
  render(<Editor />)
  await person.type(area(), text)
  await waitFor(() => expect(options()).not.toEqual([]))
  return person
}

it('where the caret leaves what is typed, nothing is offered and Enter starts a line', async () => {
  const person = await typeInto('Sold {{pay')
  await person.keyboard('{Home}')
  expect(options()).toEqual([])
  await person.keyboard('{Enter}')
  expect(area().value).toBe('\nSold {pay')
})

it('where the caret goes within what is typed, the names fit what is before it', async () => {
  const person = await typeInto('Sold {{pay')
  expect(options()).toHaveLength(3)
  await person.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(options()).toHaveLength(5)
  await person.keyboard('{ArrowDown}{Enter}')
  expect(area().value).toBe('Sold {payment_token_symbol}ay')
})

it('a key that comes before word of where the caret is goes there as well', async () => {
  await typeInto('Sold {{pay')
  area().setSelectionRange(0, 0)
  fireEvent.keyDown(area(), { key: 'Enter' })
  expect(area().value).toBe('Sold {pay')
  expect(options()).toEqual([])
})

it('keys that come before the names are drawn move among them too, and are not undone', async () => {
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

it('the name that is chosen is scrolled into sight', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  const person = await typeInto('{{')
  await person.keyboard('{ArrowUp}')
  expect(scrolled.mock.contexts.at(-1)).toBe(screen.getByRole('option', { selected: true }))
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('buy_url')
})

it('without room below the caret the names stand above it', async () => {
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(390)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(232)
  await typeInto('{{')
  expect(innerHeight).toBe(768)
  expect(screen.getByRole('listbox').style.transform).toBe('translate(100px, 464px)')
})
