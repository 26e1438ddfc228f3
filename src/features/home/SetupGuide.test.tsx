import { act, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { hideGuide, resumeStep, SETUP_STEPS } from '#src/state/setup-guide.ts'
import { openFaultyApi } from '#tests/support/faulty-api.ts'
import { stubLayout } from '#tests/support/layout-stubs.ts'
import { signInHere } from '#tests/support/screen-user.ts'
import { endPage, showPage } from '#tests/support/show-page.tsx'
import { buttons, press } from '#tests/support/user-actions.ts'
import { HomePage } from './HomePage.tsx'
import './SetupGuide.tsx'

stubLayout()

afterEach(() => {
  endPage()
  act(() => {
    hideGuide(false)
    for (const step of SETUP_STEPS) resumeStep(step)
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
  const { setupGuide } = await import('#src/state/setup-guide.ts')
  return setupGuide
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
  await press('Hide the guide')
  await waitFor(() => expect(document.querySelector('[aria-current=step]')).toBeNull())
  expect(document.body.textContent).toContain('You have no project yet')
  expect(await afterReload()).toMatchObject({ isHidden: true })
  await press('Show the guide')
  await present('Add a project')
  expect(document.body.textContent).not.toContain('You have no project yet')
})
