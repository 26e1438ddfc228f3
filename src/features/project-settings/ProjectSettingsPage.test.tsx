import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connection } from '#src/api/connection.ts'
import { queryClient } from '#src/api/query-client.ts'
import { filters } from '#src/state/filters.ts'
import { openFaultyApi } from '#tests/support/faulty-api.ts'
import { stubLayout } from '#tests/support/layout-stubs.ts'
import { acts, PROJECT } from '#tests/support/screen-rows.ts'
import { signInHere } from '#tests/support/screen-user.ts'
import { endPage } from '#tests/support/show-page.tsx'
import { button, buttons, field } from '#tests/support/user-actions.ts'
import { ProjectSettingsPage } from './ProjectSettingsPage.tsx'

stubLayout()

const names = ['AURA', 'HELIX', 'NOVA']
let answer: () => void

beforeEach(() => {
  const isReleased = new Promise<void>((resolve) => {
    answer = resolve
  })
  openFaultyApi({
    ...acts(),
    'GET /projects/names': () => names,
    'GET /projects': async ({ query }) => {
      const requested = query.getAll('projects')
      // The layout requests all projects; the screen requests the first one.
      if (requested.length !== 1 && requested.length !== names.length) await isReleased
      return requested.map((id) => ({ ...PROJECT, id }))
    },
  })
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = () => undefined
  connection.isOnline = true
  filters.selectedProjects = ['AURA']
  signInHere()
})
afterEach(() => {
  endPage()
  filters.selectedProjects = 'all'
})

async function open(): Promise<void> {
  render(
    <QueryClientProvider client={queryClient}>
      <ProjectSettingsPage />
    </QueryClientProvider>,
  )
  await field('Ticker')
}

const tick = (...projects: string[]) =>
  act(async () => {
    filters.selectedProjects = projects
  })

it.each([
  ['besides one that stays', ['AURA', 'NOVA'], 1],
  ['instead of all others', ['HELIX', 'NOVA'], 0],
])('newly selected projects %s are loading, not missing', async (_how, ticked, staying) => {
  await open()
  await tick(...ticked)
  expect(document.querySelector('[aria-busy=true]')).not.toBeNull()
  expect(screen.queryByText('No project settings found')).toBeNull()
  expect(buttons('Collapse AURA')).toHaveLength(staying)
  answer()
  await button('Expand NOVA')
  await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull())
})

it.each([
  ['besides one that stays', ['AURA', 'NOVA'], 1],
  ['instead of all others', ['HELIX', 'NOVA'], 0],
])('offline, newly selected projects %s are not on this device', async (_how, ticked, staying) => {
  await open()
  connection.isOnline = false
  await tick(...ticked)
  await screen.findByText('You are offline, and settings are not kept on this device.')
  expect(buttons('Collapse AURA')).toHaveLength(staying)
})

it('offline, projects that stay selected keep their settings', async () => {
  filters.selectedProjects = 'all'
  await open()
  connection.isOnline = false
  await tick('AURA', 'NOVA')
  await button('Expand NOVA')
  expect(screen.queryByText('Project settings did not load')).toBeNull()
})
