import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { MultiChoice } from './multi-choice.ts'
import { MultiSelect } from './MultiSelect.tsx'

const PROJECTS = ['AURA', 'HELIX', 'NOVA'].map((name) => ({ value: name, label: name }))

function open(value: 'all' | string[]) {
  const onCommit = vi.fn<(value: MultiChoice) => void>()
  render(
    <MultiSelect
      label="Projects"
      allLabel="All projects"
      options={PROJECTS}
      value={value}
      onCommit={onCommit}
    />,
  )
  return {
    user: userEvent.setup(),
    onCommit,
    box: screen.getByRole('combobox', { name: 'Projects' }),
  }
}

test('several ticks are one change, made when the list closes', async () => {
  const { user, onCommit, box } = open('all')
  expect(box.textContent).toContain('All projects')
  await user.click(box)
  const list = await screen.findByRole('listbox', { name: 'Projects' })
  expect(list.getAttribute('aria-multiselectable')).toBe('true')
  await user.click(screen.getByRole('option', { name: 'AURA' }))
  await user.click(screen.getByRole('option', { name: 'NOVA' }))
  expect(onCommit).not.toHaveBeenCalled()
  expect(screen.getByRole('option', { name: 'All projects', selected: false })).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(onCommit.mock.calls).toEqual([[['HELIX']]])
})

test('closing without a change commits nothing', async () => {
  const { user, onCommit, box } = open(['AURA', 'NOVA'])
  expect(box.textContent).toContain('AURA, NOVA')
  await user.click(box)
  await user.click(await screen.findByRole('option', { name: 'AURA' }))
  await user.click(screen.getByRole('option', { name: 'AURA' }))
  await user.keyboard('{Escape}')
  expect(onCommit).not.toHaveBeenCalled()
})

test('“All projects” ticks everything and is kept as all', async () => {
  const { user, onCommit, box } = open(['NOVA'])
  await user.click(box)
  await user.click(await screen.findByRole('option', { name: 'All projects' }))
  expect(screen.getAllByRole('option', { selected: true })).toHaveLength(4)
  await user.keyboard('{Escape}')
  expect(onCommit.mock.calls).toEqual([['all']])
})
