import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { selectProjects } from '#src/state/filters.ts'
import type { BonusCode } from '#src/wire/bonus-codes.ts'
import { stubLayout } from '#tests/support/screens/layout-stubs.ts'
import { openScreenApp, type ScreenApp } from '#tests/support/screens/screen-app.ts'
import { endPage, showPage } from '#tests/support/screens/show-page.tsx'
import {
  buttons,
  dialog,
  field,
  press,
  pressIn,
  type,
} from '#tests/support/screens/user-actions.ts'
import { codeDrafts } from './bonus-code-form.ts'
import { BonusCodesPage } from './BonusCodesPage.tsx'

stubLayout()

let app: ScreenApp
const listed = () =>
  app.call<{ results: BonusCode[] }>('GET', '/bonus-codes?projects=OWN&limit=100&page=1')
beforeAll(async () => {
  app = await openScreenApp()
})
afterAll(() => app.close())
afterEach(() => {
  endPage()
  codeDrafts.dropAll()
  selectProjects('all')
})

function open(address = '/bonus-codes') {
  history.replaceState(null, '', address)
  app.serve('client')
  showPage(BonusCodesPage)
}
const shows = (part: string) => waitFor(() => expect(document.body.textContent).toContain(part))
const isGone = (part: string) =>
  waitFor(() => expect(document.body.textContent).not.toContain(part))
const radio = (name: string) =>
  waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>('[role=radio]')].find(
      ({ textContent }) => textContent === name,
    )
    if (found === undefined) throw new Error(`No option ${name}`)
    return found
  })

it('codes are filtered by whether they can be used, and the address keeps the choice', async () => {
  const { id } = await app.call<BonusCode>('POST', '/bonus-codes', {
    project_id: 'OWN',
    code: 'GONE5',
    percentage: 5,
    tokens_come_from_stage_tokens: 0,
  })
  await app.call('POST', `/bonus-codes/OWN/${id}/disable`)
  open()
  await shows('OWN-code')
  await shows('GONE5')
  expect(buttons('Disable')).toHaveLength(1)
  fireEvent.click(await radio('Inactive'))
  await isGone('OWN-code')
  await shows('GONE5')
  expect(buttons('Disable')).toEqual([])
  expect(location.search).toContain('status=inactive')
  cleanup()
  // As a reload does.
  showPage(BonusCodesPage)
  await waitFor(async () => expect((await radio('Inactive')).ariaChecked).toBe('true'))
  expect(document.body.textContent).not.toContain('OWN-code')
  fireEvent.click(await radio('Active'))
  await shows('OWN-code')
  await isGone('GONE5')
  act(() => history.back())
  await waitFor(async () => expect((await radio('Inactive')).ariaChecked).toBe('true'))
  await isGone('OWN-code')
})

it('a code that the project has in other letters is refused with the reason, and the input stays', async () => {
  open()
  await shows('OWN-code')
  await press('Create bonus code')
  await type('Code', 'own-CODE')
  await pressIn('Submit')
  await shows('OWN already has the code')
  expect((await field('Code')).value).toBe('own-CODE')
  const { results } = await listed()
  expect(results.filter(({ code }) => /^own-code$/i.test(code))).toHaveLength(1)
})

it('the form shows the message of each broken rule at its field', async () => {
  app.serve('admin')
  history.replaceState(null, '', '/bonus-codes')
  showPage(BonusCodesPage)
  await shows('FOREIGN-code')
  await press('Create bonus code')
  fireEvent.click(await screen.findByRole('switch', { name: 'Set start and end dates' }))
  await pressIn('Submit')
  for (const message of [
    'Project must be set',
    'Code must be set',
    'Start date is required when end date is provided',
    'End date is required when start date is provided',
  ])
    await shows(message)
  expect(document.activeElement?.getAttribute('role')).toBe('combobox')
  await type('Start date', '2999-01-02T10:00')
  await type('End date', '2999-01-01T10:00')
  await shows('Start date must be before end date')
  await isGone('date is required')
  // An edit of one date is an answer to the message at the other one.
  await type('Start date', '2998-12-31T10:00')
  await isGone('Start date must be before end date')
  await type('Start date', '2001-01-01T10:00')
  await type('End date', '2001-01-02T10:00')
  await shows('End date must be in the future')

  const percentage = await field('Percentage')
  for (const [typed, kept] of [
    ['5000', '1000'],
    ['', '0'],
  ] as const) {
    fireEvent.change(percentage, { target: { value: typed } })
    fireEvent.blur(percentage)
    await waitFor(() => expect(percentage.value).toBe(kept))
  }
  expect(dialog()).not.toBeNull()
})
