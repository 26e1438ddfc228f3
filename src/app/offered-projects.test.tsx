import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { BannersPage } from '#src/features/banners/BannersPage.tsx'
import { BonusCodesPage } from '#src/features/bonus-codes/BonusCodesPage.tsx'
import { ConnectionsPage } from '#src/features/connections/ConnectionsPage.tsx'
import { ImportPage } from '#src/features/import/ImportPage.tsx'
import { LeadsPage } from '#src/features/leads/LeadsPage.tsx'
import { SettlementPage } from '#src/features/settlement/SettlementPage.tsx'
import { TransactionsPage } from '#src/features/transactions/TransactionsPage.tsx'
import { UsersPage } from '#src/features/users/UsersPage.tsx'
import { openFaultyApi } from '#tests/support/screens/faulty-api.ts'
import { stubLayout } from '#tests/support/screens/layout-stubs.ts'
import { acts, PROJECT } from '#tests/support/screens/screen-rows.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage, showPage } from '#tests/support/screens/show-page.tsx'
import { button } from '#tests/support/screens/user-actions.ts'

stubLayout()

beforeEach(() => {
  history.replaceState(null, '', '/')
  signInHere()
})
afterEach(endPage)

function serve(projects: readonly (typeof PROJECT)[]) {
  const none = () => ({ results: [], page: 1, limit: 20 })
  openFaultyApi({
    ...acts(),
    'GET /bonus-codes': none,
    'GET /wallets': none,
    'GET /transactions': none,
    'GET /leads': none,
    'GET /projects/names': () => projects.map(({ id }) => id),
    'GET /projects': () => projects,
  })
}

it.each<[string, ComponentType]>([
  ['Bonus Codes', BonusCodesPage],
  ['User Search', UsersPage],
  ['Transactions Search', TransactionsPage],
  ['Leads', LeadsPage],
  ['Banners', BannersPage],
  ['Connections', ConnectionsPage],
  ['Import', ImportPage],
  ['Settlement', SettlementPage],
])('without a project %s says so', async (_title, Page) => {
  serve([])
  showPage(Page)
  await waitFor(() => expect(document.body.textContent).toMatch(/no project yet/i))
})

it('without a project no bonus code can be created', async () => {
  serve([])
  showPage(BonusCodesPage)
  await waitFor(async () =>
    expect((await button('Create bonus code')).getAttribute('aria-disabled')).toBe('true'),
  )
})

it('banners are offered for the projects that have them', async () => {
  serve([
    { ...PROJECT, id: 'AURA' },
    { ...PROJECT, id: 'HELIX', banners_enabled: 0 },
    { ...PROJECT, id: 'NOVA' },
  ])
  showPage(BannersPage)
  fireEvent.click(await screen.findByRole('combobox', { name: 'Project' }))
  const options = await screen.findAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual(['AURA', 'NOVA'])
})
