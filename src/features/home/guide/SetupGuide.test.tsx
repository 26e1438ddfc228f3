import { act, waitFor } from '@testing-library/react'
import { proxy, useSnapshot } from 'valtio'
import { afterEach, expect, it, vi } from 'vitest'
import { HomePage } from '#src/features/home/HomePage.tsx'
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
import { acts, PROJECT } from '#tests/support/screens/screen-rows.ts'
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
  await present('Connect the site')
  await present('Add a project first.')
  expect(await afterReload()).toMatchObject({ skipped: ['project', 'team'] })
  await press('Do it now: Add a project')
  await present('Add a project')
  expect(buttons('Add your first project')).toHaveLength(1)
  expect(await afterReload()).toMatchObject({ skipped: ['team'] })
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

it('the guide stays with the project whose key it shows, until another one is selected', async () => {
  const names = ['AURA', 'NOVA']
  skipStep('team')
  openFaultyApi({
    ...acts(),
    'GET /projects/names': () => names,
    'GET /projects': ({ query }) =>
      query
        .getAll('projects')
        .map((id) => ({ ...PROJECT, id, website_url: `https://${id.toLowerCase()}.example` })),
  })
  signInHere()
  const arrived = proxy<{ now: Arrived }>({ now: {} })
  showPage(() => <SetupGuide arrived={useSnapshot(arrived).now} />)
  await present('Waiting for the first event from aura.example')
  const steps = () => document.querySelector('[aria-label="Set up your sale"]')?.textContent
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
