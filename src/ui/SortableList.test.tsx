import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { SortableList } from './SortableList.tsx'

type Field = Readonly<{ name: string }>
// Frozen, as snapshots of state are: the list must not write into what it is given.
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

test('arrow keys on a handle move its item, keep the focus and say the new place', async () => {
  const user = userEvent.setup()
  const orders: string[] = []
  render(<Fields orders={orders} />)
  screen.getByRole('button', { name: 'Move email, position 1 of 3' }).focus()
  await user.keyboard('{ArrowUp}{ArrowDown}{ArrowRight}{ArrowDown}')
  expect(orders).toEqual(['mobile,email,wallet', 'mobile,wallet,email'])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move email, position 3 of 3')
  expect(screen.getByRole('status').textContent).toBe('Moved email, position 3 of 3')
})

test('a list that can’t be changed now stays as it is', async () => {
  const user = userEvent.setup()
  const orders: string[] = []
  render(<Fields orders={orders} disabled />)
  screen.getByRole('button', { name: 'Move email, position 1 of 3' }).focus()
  await user.keyboard('{ArrowDown}')
  expect(orders).toEqual([])
})
