import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connection } from '#src/session/connection.ts'
import { filters } from '#src/state/filters.ts'
import { openFaultyApi } from '#tests/support/screens/faulty-api.ts'
import { stubLayout } from '#tests/support/screens/layout-stubs.ts'
import { acts, PROJECT } from '#tests/support/screens/screen-rows.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage, renderInApp } from '#tests/support/screens/show-page.tsx'
import { buttons, field, press, type } from '#tests/support/screens/user-actions.ts'
import { scriptDrafts } from './script-form.ts'
import { SeoScriptsPage } from './SeoScriptsPage.tsx'

// The lazy editors load slowly on a busy machine.
stubLayout()

const scripts = ['AURA', 'NOVA'].map((id) => ({
  id,
  project_id: id,
  header: `<b>${id}</b>`,
  body: null,
}))
let answerNova: () => void
let api: ReturnType<typeof openFaultyApi>

beforeEach(() => {
  const isReleased = new Promise<void>((resolve) => {
    answerNova = resolve
  })
  api = openFaultyApi({
    ...acts(),
    'GET /projects/names': () => ['AURA', 'HELIX', 'NOVA'],
    'GET /projects': ({ query }) => query.getAll('projects').map((id) => ({ ...PROJECT, id })),
    'GET /seo-scripts': ({ query }) => {
      const requested = query.getAll('projects')
      const response = scripts.filter((script) => requested.includes(script.project_id))
      return requested.includes('NOVA') ? isReleased.then(() => response) : response
    },
  })
  connection.isOnline = true
  filters.selectedProjects = ['AURA']
  signInHere()
})
afterEach(() => {
  endPage()
  scriptDrafts.dropAll()
  filters.selectedProjects = 'all'
})

async function open(): Promise<void> {
  renderInApp(<SeoScriptsPage />)
  expect((await field('Head script')).value).toBe('<b>AURA</b>')
}

const tick = (...projects: string[]) =>
  act(async () => {
    filters.selectedProjects = projects
  })

it('a newly selected project has no editors before its scripts load', async () => {
  await open()
  await tick('AURA', 'NOVA')
  expect(document.querySelector('[aria-busy=true]')).not.toBeNull()
  expect(buttons('Expand NOVA')).toHaveLength(0)
  expect((await field('Head script')).value).toBe('<b>AURA</b>')

  answerNova()
  await waitFor(() => expect(buttons('Expand NOVA')).toHaveLength(1))
  expect(document.querySelector('[aria-busy=true]')).toBeNull()
})

it('offline the scripts of a newly selected project are not on this device', async () => {
  await open()
  connection.isOnline = false
  await tick('AURA', 'NOVA')
  await screen.findByText('You are offline, and they were not saved on this device.')
  expect(buttons('Expand NOVA')).toHaveLength(0)
  expect((await field('Head script')).value).toBe('<b>AURA</b>')
})

it('each script has its own mode', async () => {
  await open()
  const modes = screen
    .getAllByLabelText('Mode')
    .map((mode) => mode.getAttribute('aria-describedby'))
  expect(modes.map((id) => document.getElementById(id ?? '')?.textContent)).toEqual([
    'Head script',
    'Body script',
  ])
})

it('HTML that does not parse is refused in words, and neither shown as a change nor sent', async () => {
  await open()
  await type('Head script', '<script>track()')
  await type('Body script', '</div>')
  await press('Save')
  await screen.findByText('Head script is invalid')
  expect(screen.getByText('Body script is invalid')).toBeTruthy()
  await type('Body script', '<b>x</b>')
  await waitFor(() => expect(screen.queryByText('Body script is invalid')).toBeNull())
  expect(screen.getByText('Head script is invalid')).toBeTruthy()
  expect(buttons('Back to editing')).toEqual([])
  expect(api.done('POST /seo-scripts/*')).toBe(0)
})

it('a project without scripts has two empty editors', async () => {
  await open()
  await tick('HELIX')
  await waitFor(async () => expect((await field('Head script')).value).toBe(''))
  expect((await field('Body script')).value).toBe('')
  expect(screen.getByText('No head script yet')).toBeTruthy()
  expect(screen.getByText('No body script yet')).toBeTruthy()
})
