import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { moveItem, SortableList } from './SortableList.tsx'

type Field = Readonly<{ name: string }>
// Frozen like Valtio snapshots: the list must not mutate its items.
const FIELDS: readonly Field[] = ['email', 'mobile', 'wallet'].map((name) =>
  Object.freeze({ name }),
)

function Fields(props: { orders: string[]; disabled?: boolean }) {
  const [items, setItems] = useState(FIELDS)
  return (
    <SortableList
      items={items}
      keyOf={(field) => field.name}
      nameOf={(field) => field.name}
      disabled={props.disabled}
      onReorder={(next) => {
        props.orders.push(next.map((field) => field.name).join())
        setItems(next)
      }}
      renderItem={(field, handle) => (
        <>
          {handle}
          {field.name}
        </>
      )}
    />
  )
}

test('arrow keys on a handle move its item, keep the focus and announce the position', async () => {
  const user = userEvent.setup()
  const orders: string[] = []
  render(<Fields orders={orders} />)
  screen.getByRole('button', { name: 'Move email, position 1 of 3' }).focus()
  await user.keyboard('{ArrowUp}{ArrowDown}{ArrowRight}{ArrowDown}')
  expect(orders).toEqual(['mobile,email,wallet', 'mobile,wallet,email'])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move email, position 3 of 3')
  expect(screen.getByRole('status').textContent).toBe('Moved email, position 3 of 3')
})

test('a move is announced once the list has its new order', async () => {
  const user = userEvent.setup()
  const list = (order: readonly Field[]) => (
    <SortableList
      items={order}
      keyOf={(field) => field.name}
      nameOf={(field) => field.name}
      onReorder={() => undefined}
      renderItem={(_field, handle) => handle}
    />
  )
  const { rerender } = render(list(FIELDS))
  screen.getByRole('button', { name: 'Move email, position 1 of 3' }).focus()
  await user.keyboard('{ArrowDown}')
  expect(screen.getByRole('status').textContent).toBe('')
  rerender(list(moveItem(FIELDS, 0, 1)))
  expect(screen.getByRole('status').textContent).toBe('Moved email, position 2 of 3')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move email, position 2 of 3')
})

test('a disabled list keeps its order', async () => {
  const user = userEvent.setup()
  const orders: string[] = []
  render(<Fields orders={orders} disabled />)
  screen.getByRole('button', { name: 'Move email, position 1 of 3' }).focus()
  await user.keyboard('{ArrowDown}')
  expect(orders).toEqual([])
})

const LIST = ['a', 'b', 'c']

test.each([
  [0, 1, ['b', 'a', 'c']],
  [0, 2, ['b', 'c', 'a']],
  [2, 0, ['c', 'a', 'b']],
  [1, 1, LIST],
  [0, -1, LIST],
  [2, 3, LIST],
  [7, 0, LIST],
])('moving item %i to place %i gives %j', (from, to, expected) => {
  expect(moveItem(LIST, from, to)).toEqual(expected)
})
