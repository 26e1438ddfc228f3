import { act, screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { BonusCodesPage } from '#src/features/bonus-codes/BonusCodesPage.tsx'
import { LeadsPage } from '#src/features/leads/LeadsPage.tsx'
import { ManualTransactionsPage } from '#src/features/manual-transactions/ManualTransactionsPage.tsx'
import { filters } from '#src/state/filters.ts'
import { stubLayout } from '#tests/support/screens/layout-stubs.ts'
import { openScreenApp, type ScreenApp } from '#tests/support/screens/screen-app.ts'
import { endPage, showPage } from '#tests/support/screens/show-page.tsx'
import { buttons } from '#tests/support/screens/user-actions.ts'

stubLayout()

let app: ScreenApp
beforeAll(async () => {
  app = await openScreenApp()
})
afterAll(() => app.close())
afterEach(() => {
  endPage()
  filters.selectedProjects = 'all'
  history.replaceState(null, '', '/')
})

const idOf = async (path: string, project: string) => {
  const { results } = await app.call<{ results: { id: string }[] }>(
    'GET',
    `${path}?projects=${project}`,
  )
  return results[0]?.id
}
const text = () => document.body.textContent
const rows = () => document.querySelectorAll('[data-row]')

it.each<[string, ComponentType, string, string]>([
  ['bonus code', BonusCodesPage, '/bonus-codes', 'No bonus codes found'],
  ['manual transaction', ManualTransactionsPage, '/manual-transactions', 'No transactions found'],
  ['lead', LeadsPage, '/leads', 'No leads found'],
])(
  'a link to one %s shows it alone and opened, also if another project is selected, and leads to all',
  async (noun, Page, path, empty) => {
    app.serve('admin')
    filters.selectedProjects = ['FOREIGN']
    const link = `${path}?project=OWN&id=${await idOf(path, 'OWN')}`
    history.replaceState(null, '', link)
    showPage(Page)
    await waitFor(() => expect(buttons('Hide details')).toHaveLength(1))
    expect(text()).toContain(`Showing one ${noun}`)
    expect(rows()).toHaveLength(1)
    expect(rows()[0]?.textContent).toContain('OWN')
    act(() => screen.getByText('Show all').click())
    await waitFor(() => expect(buttons('Show details').length).toBeGreaterThan(0))
    expect(text()).not.toContain('Showing one')
    expect(buttons('Hide details')).toEqual([])
    act(() => history.back())
    await waitFor(() => expect(text()).toContain(`Showing one ${noun}`))

    act(() => navigate(`${path}?project=OWN&id=999999999`))
    await screen.findByText(empty)
    expect(text()).toContain(`This ${noun} does not exist, or you do not have access to it.`)
  },
)

it('a record of a project that a person may not see reads as one that does not exist', async () => {
  const id = await idOf('/leads', 'FOREIGN')
  expect(id).toBeDefined()
  app.serve('client')
  history.replaceState(null, '', `/leads?project=FOREIGN&id=${id}`)
  showPage(LeadsPage)
  await screen.findByText('No leads found')
  expect(text()).toContain('This lead does not exist, or you do not have access to it.')
  expect(text()).not.toContain('lead@foreign.example')
})
