import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { ActivityPage } from '#src/features/activity/ActivityPage.tsx'
import { ProjectSettingsPage } from '#src/features/project-settings/ProjectSettingsPage.tsx'
import { applyUrl, selectProjects, setPeriod } from '#src/state/filters.ts'
import { stubLayout } from '#tests/support/screens/layout-stubs.ts'
import { openScreenApp, type ScreenApp } from '#tests/support/screens/screen-app.ts'
import { endPage, renderInApp } from '#tests/support/screens/show-page.tsx'
import { press } from '#tests/support/screens/user-actions.ts'

// The activity log as the server keeps it, on the page of it and on those of the records.

stubLayout()

let app: ScreenApp
beforeAll(async () => {
  app = await openScreenApp()
  await app.call('PATCH', '/projects/OWN', { project_ticker: 'OWNX' })
  const created = await fetch(`${app.url}/v1/bonus-codes`, {
    method: 'POST',
    headers: {
      'idempotency-key': crypto.randomUUID(),
      authorization: `Bearer ${app.actors.user?.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      project_id: 'OWN',
      code: 'STAFF5',
      percentage: 5,
      tokens_come_from_stage_tokens: 0,
    }),
  })
  if (!created.ok) throw new Error(await created.text())
})
afterAll(() => app.close())
beforeEach(() => setPeriod('all'))
afterEach(() => {
  endPage()
  selectProjects('all')
  history.replaceState(null, '', '/')
})

function show(Page: ComponentType, address: string) {
  history.replaceState(null, '', address)
  const place = () => document.body.appendChild(document.createElement('div'))
  renderInApp(<Page />, { note: place(), tools: place() })
}
const shows = (part: string) => waitFor(() => expect(document.body.textContent).toContain(part))
const lacks = (part: string) => expect(document.body.textContent).not.toContain(part)

it('an admin sees what everybody did', async () => {
  app.serve('admin')
  show(ActivityPage, '/activity')
  await shows('Changed project settings')
  await shows('Created a bonus code')
  await shows('Period and projects follow the filters of the sidebar')
  expect(document.body.textContent).not.toContain('Your own activity')
})

it('others than admins see their own activity only, and the page says so', async () => {
  app.serve('user')
  show(ActivityPage, '/activity')
  await shows('Created a bonus code')
  await shows('Your own activity, and what was done to your account.')
  lacks('Changed project settings')
  lacks(app.actors.admin?.user.email ?? 'nobody')
  expect(screen.queryByRole('combobox', { name: 'Person' })).toBeNull()
  fireEvent.click(screen.getByRole('combobox', { name: 'Action' }))
  await screen.findByRole('option', { name: 'Credits' })
  expect(screen.queryByRole('option', { name: 'Keys' })).toBeNull()
})

it('a wrong password and a lock-out are in the log, with the account', async () => {
  const email = app.actors.client?.user.email
  for (let tries = 0; tries < 11; tries += 1)
    await fetch(`${app.url}/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: `wrong password ${tries}` }),
    })
  app.serve('admin')
  show(ActivityPage, '/activity?action=sign-ins')
  // The names of people come with the team, after the log.
  const matches = (text: RegExp) => waitFor(() => expect(document.body.textContent).toMatch(text))
  await matches(new RegExp(`Sign-in refused\\s*10 attempts for ${email}`))
  await matches(new RegExp(`Account locked out\\s*${email} for 15 minutes`))
  lacks('Changed project settings')
})

it('the period of the sidebar applies, and the page names it', async () => {
  app.serve('admin')
  history.replaceState(null, '', '/activity?period=custom&from=2020-01-01&to=2020-01-31')
  act(() => applyUrl())
  show(ActivityPage, location.href)
  await shows('Jan 1 – Jan 31, 2020, newest first')
  await shows('Nothing happened in this period.')
  act(() => setPeriod('all'))
  await shows('All time, newest first')
  await shows('Changed project settings')
  expect(document.body.textContent).not.toContain('Nothing happened')
})

it('settings show who changed them last, with a way to all of it and back', async () => {
  app.serve('admin')
  selectProjects(['OWN'])
  show(ProjectSettingsPage, '/project-settings')
  await shows('Changed project settings 1 field')
  const panel = document.querySelector('[role=group][aria-label=Activity]')
  expect(panel?.textContent).toContain(app.actors.admin?.user.email)
  const all = panel?.querySelector('a')?.getAttribute('href') ?? ''
  endPage()

  app.serve('admin')
  show(ActivityPage, all)
  await shows('All of it, in every period')
  expect(document.querySelector('[role=group][aria-label=Record]')?.textContent).toBe('Project OWN')
  await shows('Changed project settings')
  lacks('Created a bonus code')
  await press('Show details')
  const table = await screen.findByRole('table', { name: 'Before and after' })
  expect(table.textContent).toMatch(/\+\s*OWNX/)
  await press('Remove Project OWN')
  await shows('Created a bonus code')
  expect(location.search).not.toContain('object')
})
