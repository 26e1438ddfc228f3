import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { MiddleText, WholeName } from './MiddleText.tsx'

const NAME = 'Meridian Layer Two Settlement Network Round 03'

test('a long name keeps its end and is read and copied whole', () => {
  render(
    <a href="/x">
      <MiddleText text={NAME} />
    </a>,
  )
  const link = screen.getByRole('link', { name: NAME })
  const parts = [...link.querySelectorAll('[aria-hidden]')].map((part) => part.textContent)
  expect(parts).toEqual([NAME.slice(0, -8), 'Round 03'])
})

test('a short name is one text', () => {
  const { container } = render(<MiddleText text="AURA" />)
  expect(container.querySelector('[aria-hidden]')).toBeNull()
  expect(container.textContent).toBe('AURA')
})

test('a long press shows the whole name, and a tap does not', async () => {
  render(
    <WholeName text={NAME}>
      <MiddleText text={NAME} />
    </WholeName>,
  )
  const name = screen.getByText(NAME)
  const touch = { pointerType: 'touch' }
  fireEvent.pointerDown(name, touch)
  fireEvent.pointerUp(name, touch)
  fireEvent.click(name, touch)
  expect(screen.queryByRole('tooltip')).toBeNull()
  fireEvent.pointerDown(name, touch)
  expect((await screen.findByRole('tooltip')).textContent).toBe(NAME)
})
