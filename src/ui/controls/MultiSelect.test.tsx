import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { MultiSelection } from './multi-selection.ts'
import { MultiSelect } from './MultiSelect.tsx'

const optionsOf = (names: string[]) => names.map((name) => ({ value: name, label: name }))
const PROJECTS = optionsOf(['AURA', 'HELIX', 'NOVA'])
const EIGHT = optionsOf(['A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7', 'B8'])
const NINE = [...EIGHT, ...optionsOf(['B9'])]

function open(value: 'all' | string[], options = PROJECTS) {
  const onCommit = vi.fn<(value: MultiSelection) => void>()
  render(
    <MultiSelect
      label="Projects"
      allLabel="All projects"
      options={options}
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

test('several changes are committed once, when the list closes', async () => {
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

test('“All projects” selects everything and is committed as all', async () => {
  const { user, onCommit, box } = open(['NOVA'])
  await user.click(box)
  await user.click(await screen.findByRole('option', { name: 'All projects' }))
  expect(screen.getAllByRole('option', { selected: true })).toHaveLength(4)
  await user.keyboard('{Escape}')
  expect(onCommit.mock.calls).toEqual([['all']])
})

test('the list opens at its start, also when a later project is selected', async () => {
  const { user, box } = open('all', NINE)
  await user.click(box)
  await screen.findByRole('option', { name: 'All projects' })
  // The browser scrolls to the active or autofocused option.
  expect(document.querySelector('[data-active-item], [data-autofocus]')).toBeNull()
})

test('with nine options the list has a search field', async () => {
  const { user, box, onCommit } = open(['A1', 'B9'], NINE)
  await user.click(box)
  await user.type(await screen.findByRole('searchbox', { name: 'Search' }), 'b')
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['B8', 'B9'])
  await user.keyboard('{ArrowDown}{Enter}')
  expect(screen.getByRole('option', { name: 'B8', selected: true })).toBeTruthy()
  await user.clear(screen.getByRole('searchbox', { name: 'Search' }))
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'zz')
  expect(screen.queryAllByRole('option')).toEqual([])
  expect(screen.getByText('No projects match "zz".')).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(onCommit.mock.calls).toEqual([[['A1', 'B8', 'B9']]])
})

test('with eight options the list has no search field', async () => {
  const { user, box } = open('all', EIGHT)
  await user.click(box)
  await screen.findByRole('option', { name: 'B8' })
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test('a filter without a choice marks no option, and the first press narrows to that option', async () => {
  const onCommit = vi.fn<(value: MultiSelection) => void>()
  render(
    <MultiSelect
      label="Status"
      allLabel="All statuses"
      options={optionsOf(['Failed', 'Expired'])}
      value="all"
      onCommit={onCommit}
      isFilter
    />,
  )
  const user = userEvent.setup()
  const box = screen.getByRole('combobox', { name: 'Status' })
  expect(box.textContent).toBe('All statuses')
  await user.click(box)
  const chosen = () =>
    screen.getAllByRole('option', { selected: true }).map((option) => option.textContent)
  await screen.findByRole('option', { name: 'Failed' })
  expect(chosen()).toEqual(['All statuses'])
  await user.click(screen.getByRole('option', { name: 'Failed' }))
  expect(chosen()).toEqual(['Failed'])
  await user.keyboard('{Escape}')
  expect(onCommit.mock.calls).toEqual([[['Failed']]])
})
