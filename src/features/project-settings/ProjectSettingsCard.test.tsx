import { QueryClientProvider } from '@tanstack/react-query'
import { act, configure, render, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '#src/api/query-client.ts'
import { leaveSession } from '#src/state/session.ts'
import type { Project } from '#src/wire/projects.ts'
import { openFaultyApi } from '#tests/support/faulty-api.ts'
import { acts, PROJECT } from '#tests/support/screen-rows.ts'
import { signInHere } from '#tests/support/screen-user.ts'
import { ProjectSettingsCard } from './ProjectSettingsCard.tsx'
import { settingsDrafts } from './settings-drafts.ts'

configure({ asyncUtilTimeout: 8000 })
const project: Project = { ...PROJECT, telegram_notifications_media_url: null }

beforeEach(() => {
  openFaultyApi(acts())
  signInHere()
})
afterEach(async () => {
  await act(async () => leaveSession(true))
  vi.unstubAllGlobals()
})

/** The cards of two projects, edited, on a phone. */
function openTwo(): HTMLElement[] {
  const wide = window.matchMedia
  vi.stubGlobal('matchMedia', (query: string) => ({ ...wide(query), matches: true }))
  for (const id of ['AURA', 'NOVA']) settingsDrafts.change(id, { project_ticker: 'NEW' })
  const { getAllByRole } = render(
    <QueryClientProvider client={queryClient}>
      {['AURA', 'NOVA'].map((id) => (
        <ProjectSettingsCard
          key={id}
          project={{ ...project, id }}
          colour="red"
          isOpen
          onToggle={() => {}}
        />
      ))}
    </QueryClientProvider>,
  )
  return getAllByRole('region')
}

it('on a phone what saves a project stays within its card and names it', () => {
  const bars = openTwo().map((card) => within(card).getByText('Confirm Update').closest('div'))
  expect(bars.map((bar) => bar?.textContent)).toEqual([
    'AURA1 field editedConfirm Update',
    'NOVA1 field editedConfirm Update',
  ])
  for (const bar of bars) expect(bar && getComputedStyle(bar).position).toBe('sticky')
})
