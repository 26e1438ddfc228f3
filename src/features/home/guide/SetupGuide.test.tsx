import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { proxy, useSnapshot } from 'valtio'
import { afterEach, expect, it, vi } from 'vitest'
import { HomePage } from '#src/features/home/HomePage.tsx'
import { NO_TERMS } from '#src/features/project-settings/terms-form.ts'
import { filters } from '#src/state/filters.ts'
import {
  hideGuide,
  openGuide,
  resumeStep,
  SETUP_STEPS,
  setupGuide,
  skipStep,
} from '#src/state/setup-guide.ts'
import { openFaultyApi } from '#tests/support/screens/faulty-api.ts'
import { stubLayout } from '#tests/support/screens/layout-stubs.ts'
import { acts, KEY, PROJECT } from '#tests/support/screens/screen-rows.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage, showPage } from '#tests/support/screens/show-page.tsx'
import { buttons, press } from '#tests/support/screens/user-actions.ts'
import { SetupGuide } from './SetupGuide.tsx'
import type { Arrived } from './use-setup.ts'

stubLayout()

afterEach(() => {
  endPage()
  act(() => {
    hideGuide(false)
    for (const step of SETUP_STEPS) resumeStep(step)
    filters.selectedProjects = 'all'
    setupGuide.project = null
  })
  localStorage.clear()
})

/** Home of an admin whose server has no project yet. */
function open() {
  openFaultyApi({
    'GET /features': () => ({ features: ['administration'] }),
    'GET /projects/names': () => [],
    'GET /projects': () => [],
    'GET /team': () => [],
  })
  signInHere()
  showPage(HomePage)
}
const present = (text: string) =>
  waitFor(() => expect(document.querySelector('[aria-current=step]')?.textContent).toContain(text))
/** What the next start of the app reads on this device. */
async function afterReload() {
  vi.resetModules()
  const fresh = await import('#src/state/setup-guide.ts')
  return fresh.setupGuide
}

it('a step of the guide is skipped and found again, also after a reload', async () => {
  open()
  await present('Add a project')
  await press('Skip for now')
  await present('Invite your team')
  await press('Skip for now')
  await present('Set the terms')
  await present('Add a project first.')
  await press('Skip for now')
  await present('Connect the site')
  await present('Add a project first.')
  expect(await afterReload()).toMatchObject({ skipped: ['project', 'team', 'saleTerms'] })
  await press('Do it now: Add a project')
  await present('Add a project')
  expect(buttons('Add your first project')).toHaveLength(1)
  expect(await afterReload()).toMatchObject({ skipped: ['team', 'saleTerms'] })
})

it('the guide is hidden and shown again, also after a reload', async () => {
  open()
  await present('Add a project')
  expect(openGuide.isExpected).toBe(true)
  await press('Hide the guide')
  await waitFor(() => expect(document.querySelector('[aria-current=step]')).toBeNull())
  expect(openGuide.isExpected).toBe(false)
  expect(document.body.textContent).toContain('You have no project yet')
  expect(await afterReload()).toMatchObject({ isHidden: true })
  await press('Show the guide')
  await present('Add a project')
  expect(document.body.textContent).not.toContain('You have no project yet')
})

/** The guide of an admin with two projects, and what has arrived of them; the team is skipped. */
function openTwo() {
  skipStep('team')
  const now = { isSet: 0, testedAt: null as string | null }
  const saleTerms = () => ({ ...NO_TERMS, editable: 1, is_set: now.isSet })
  openFaultyApi({
    // Before those of every project.
    'GET /projects/AURA/terms': saleTerms,
    'PATCH /projects/AURA/terms': ({ body }) => {
      expect(body).toEqual({ confirm: true })
      now.isSet = 1
      return saleTerms()
    },
    ...acts(),
    'GET /projects/names': () => ['AURA', 'NOVA'],
    'GET /projects': ({ query }) =>
      query
        .getAll('projects')
        .map((id) => ({ ...PROJECT, id, website_url: `https://${id.toLowerCase()}.example` })),
    'GET /projects/AURA/keys': () => [{ ...KEY, last_tested_at: now.testedAt }],
  })
  signInHere()
  const arrived = proxy<{ now: Arrived }>({ now: {} })
  showPage(() => <SetupGuide arrived={useSnapshot(arrived).now} />)
  return { arrived, now }
}
const guide = () => screen.getByRole('region', { name: 'Set up your sale' })

it('terms are confirmed as they are, and a test connects the site although nothing is stored', async () => {
  const { now } = openTwo()
  await present('Set the terms')
  await present('Purchases made before they are set stay at 0%.')
  await present('Now: No fee, no liquidity split, referral payouts 0%.')
  const link = screen.getByRole('link', { name: 'Open project settings' })
  expect(link.getAttribute('href')).toBe('/project-settings?project=AURA')
  await press('Keep them as they are')
  await present('Connect the site')
  now.testedAt = '2026-11-20T10:00:00.000Z'
  await press('Create another key')
  await present('Look at the first purchase')
  expect(guide().textContent).toContain('A test has arrived. No event of the sale has yet.')
})

it('the guide names its project, and goes on with another one that waits', async () => {
  skipStep('saleTerms')
  const { arrived } = openTwo()
  await present('Waiting for the first event from aura.example')
  fireEvent.click(screen.getByRole('combobox', { name: 'Project' }))
  fireEvent.click(await screen.findByRole('option', { name: 'NOVA' }))
  await present('Waiting for the first event from nova.example')
  expect((await afterReload()).project).toBe('NOVA')
  act(() => {
    arrived.now = { AURA: { registrations: 1, purchases: 0 } }
  })
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Project' })).toBeNull())
  expect(guide().textContent).toContain('Set up your saleNOVA')
})

it('the guide stays with the project whose key it shows, until another one is selected', async () => {
  skipStep('saleTerms')
  const { arrived } = openTwo()
  await present('Waiting for the first event from aura.example')
  const steps = () => guide().textContent
  // The first event of AURA: NOVA still waits for one, but is not what was being connected.
  act(() => {
    arrived.now = { AURA: { registrations: 1, purchases: 0 } }
  })
  await present('Look at the first purchase')
  expect(steps()).toContain('AURA, https://aura.example')
  expect((await afterReload()).project).toBe('AURA')
  await act(async () => {
    filters.selectedProjects = ['NOVA']
  })
  await present('Waiting for the first event from nova.example')
  expect(steps()).toContain('NOVA, https://nova.example')
  await act(async () => {
    filters.selectedProjects = 'all'
  })
  await present('Waiting for the first event from nova.example')
  const links = [...document.querySelectorAll('[aria-label="Set up your sale"] a')]
  expect(links.map((link) => link.getAttribute('href'))).toContain('/project-settings?project=NOVA')
})
