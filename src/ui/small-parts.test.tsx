import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type FormEvent } from 'react'
import { expect, test, vi } from 'vitest'
import { DataTable } from '#src/ui/charts/DataTable.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { CopyButton } from '#src/ui/controls/CopyButton.tsx'
import { OneTimeSecret } from '#src/ui/dialogs/OneTimeSecret.tsx'
import { Pager } from '#src/ui/lists/Pager.tsx'
import { Figure } from '#src/ui/text/Figure.tsx'
import { MiddleText, WholeName } from '#src/ui/text/MiddleText.tsx'
import { Picture } from './Picture.tsx'

test('a busy button keeps the focus and does nothing', async () => {
  const user = userEvent.setup()
  const onClick = vi.fn<() => void>()
  const onSubmit = vi.fn<(event: FormEvent) => void>((event) => event.preventDefault())
  const form = (isBusy: boolean) => (
    <form onSubmit={onSubmit}>
      <Button type="submit" isBusy={isBusy} busyLabel="Submitting" onClick={onClick}>
        Submit
      </Button>
    </form>
  )
  const { rerender } = render(form(false))
  await user.tab()
  rerender(form(true))
  const button = screen.getByRole('button', { name: 'Submitting', busy: true })
  expect(document.activeElement).toBe(button)
  await user.click(button)
  expect([onClick, onSubmit].map((each) => each.mock.calls.length)).toEqual([0, 0])
})

test('the tick stays with the copied value when the button gets another one', async () => {
  const user = userEvent.setup()
  const { container, rerender } = render(<CopyButton what="hash" value="0x1" />)
  const hasTick = () => container.querySelector('.lucide-check') !== null
  await user.click(screen.getByRole('button'))
  await waitFor(() => expect(hasTick()).toBe(true))
  rerender(<CopyButton what="hash" value="0x2" />)
  expect(hasTick()).toBe(false)
})

test('copying copies the whole value; a masked value is not copied', async () => {
  const user = userEvent.setup()
  const { rerender } = render(<CopyButton what="wallet address" value="0xd204a6e1" />)
  await user.click(screen.getByRole('button', { name: 'Copy wallet address' }))
  expect(await navigator.clipboard.readText()).toBe('0xd204a6e1')
  rerender(<CopyButton what="wallet address" value="secret" isMasked />)
  await user.click(screen.getByRole('button', { name: 'Copy wallet address' }))
  expect(await navigator.clipboard.readText()).toBe('0xd204a6e1')
})

test('a secret shown once has the focus on its copy button, and reports that it was copied', async () => {
  const user = userEvent.setup()
  const onCopied = vi.fn<() => void>()
  render(
    <OneTimeSecret what="key" value="ingest_abc" onCopied={onCopied}>
      It is not shown again.
    </OneTimeSecret>,
  )
  const button = screen.getByRole('button', { name: 'Copy key' })
  expect(document.activeElement).toBe(button)
  expect(onCopied).not.toHaveBeenCalled()
  const isChecked = () => button.querySelector('.lucide-check') !== null
  expect(isChecked()).toBe(false)
  await user.click(button)
  await waitFor(() => expect(onCopied).toHaveBeenCalledOnce())
  expect(isChecked()).toBe(true)
  expect(await navigator.clipboard.readText()).toBe('ingest_abc')
})

test.each([
  [1, '1–5 of 47', true, false],
  [2, '6–10 of 47', false, false],
  [10, '46–47 of 47', false, true],
])('page %i of a pager reads %s', (page, text, isFirst, isLast) => {
  render(<Pager page={page} pageSize={5} total={47} onPage={() => undefined} />)
  expect(screen.getByText(text)).toBeTruthy()
  const isDisabled = (name: string) =>
    screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true'
  expect([isDisabled('Previous page'), isDisabled('Next page')]).toEqual([isFirst, isLast])
})

test('Next page keeps the focus on the last page, where it does nothing', async () => {
  const user = userEvent.setup()
  const pages: number[] = []
  function Pages() {
    const [page, setPage] = useState(1)
    pages.push(page)
    return <Pager page={page} pageSize={5} total={10} onPage={setPage} />
  }
  render(<Pages />)
  const next = screen.getByRole('button', { name: 'Next page' })
  await user.click(next)
  await user.keyboard('{Enter}')
  expect(pages.at(-1)).toBe(2)
  expect(document.activeElement).toBe(next)
  await user.tab({ shift: true })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Previous page' }))
})

test('a hidden table has at most 400 rows and states that in its caption', async () => {
  const rows = Array.from({ length: 401 }, (_unused, index) => [`day ${index}`, '1'])
  const makeRows = () => rows
  render(<DataTable name="Transactions data" columns={['Date', 'AURA']} makeRows={makeRows} />)
  expect(await screen.findAllByRole('rowheader')).toHaveLength(400)
  expect(screen.getByText('Transactions data: the first 400 of 401 rows')).toBeTruthy()
  expect(screen.getByRole('table', { name: 'Transactions data' })).toBeTruthy()
})

test('a figure reads as one text, and as one image when masked', () => {
  const { container, rerender } = render(<Figure text="-$1,204.50" unit="AURA" />)
  expect(container.textContent).toBe('-$1,204.50 AURA')
  rerender(<Figure text="████████" />)
  expect(screen.getByRole('img', { name: 'Hidden' }).textContent).toBe('████████')
})

test('an image that can’t be decoded shows an error, and the next image is tried again', () => {
  const { rerender } = render(<Picture src="blob:1" alt="Desktop banner" />)
  fireEvent.error(screen.getByRole('img', { name: 'Desktop banner' }))
  expect(screen.getByText('Image did not load')).toBeDefined()
  expect(screen.queryByRole('img', { name: 'Desktop banner' })).toBeNull()
  rerender(<Picture src="blob:2" alt="Desktop banner" />)
  expect(screen.getByRole('img', { name: 'Desktop banner' }).getAttribute('src')).toBe('blob:2')
  expect(screen.queryByText('Image did not load')).toBeNull()
})

const LONG_NAME = 'Meridian Layer Two Settlement Network Round 03'

test('a long name keeps its end and is read and copied whole', () => {
  render(
    <a href="/x">
      <MiddleText text={LONG_NAME} />
    </a>,
  )
  const link = screen.getByRole('link', { name: LONG_NAME })
  const parts = [...link.querySelectorAll('[aria-hidden]')].map((part) => part.textContent)
  expect(parts).toEqual([LONG_NAME.slice(0, -8), 'Round 03'])
})

test('a short name is one text', () => {
  const { container } = render(<MiddleText text="AURA" />)
  expect(container.querySelector('[aria-hidden]')).toBeNull()
  expect(container.textContent).toBe('AURA')
})

test('a long press shows the whole name, and a tap does not', async () => {
  render(
    <WholeName text={LONG_NAME}>
      <MiddleText text={LONG_NAME} />
    </WholeName>,
  )
  const name = screen.getByText(LONG_NAME)
  const touch = { pointerType: 'touch' }
  fireEvent.pointerDown(name, touch)
  fireEvent.pointerUp(name, touch)
  fireEvent.click(name, touch)
  expect(screen.queryByRole('tooltip')).toBeNull()
  fireEvent.pointerDown(name, touch)
  expect((await screen.findByRole('tooltip')).textContent).toBe(LONG_NAME)
})
