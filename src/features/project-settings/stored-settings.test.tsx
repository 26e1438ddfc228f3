import { waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { stubLayout } from '#tests/support/screens/layout-stubs.ts'
import { openScreenApp, type ScreenApp } from '#tests/support/screens/screen-app.ts'
import { endPage, showPage } from '#tests/support/screens/show-page.tsx'
import {
  button,
  buttons,
  dialog,
  field,
  isClosed,
  press,
  pressIn,
  type,
} from '#tests/support/screens/user-actions.ts'
import { ProjectSettingsPage } from './ProjectSettingsPage.tsx'

stubLayout()

let app: ScreenApp
beforeAll(async () => {
  app = await openScreenApp()
})
afterAll(() => app.close())
afterEach(endPage)

const text = () => document.body.textContent
const shows = (part: string) => waitFor(() => expect(text()).toContain(part))

it('another role sees and changes the Leads group alone; a new key is shown by its last characters', async () => {
  app.serve('marketing')
  showPage(ProjectSettingsPage)
  expect((await field('API key')).value).toBe('••••nary')
  expect([...document.querySelectorAll('h3')].map((each) => each.textContent)).toEqual(['Leads'])
  await type('API key', 'xkeysib-good-4f2a')
  const check = await button('Test connection')
  await waitFor(() => expect(check.getAttribute('aria-disabled')).toBe('true'))
  await press('Confirm Update')
  await shows('Successfully updated data')
  await waitFor(async () => expect((await field('API key')).value).toBe('••••4f2a'))
  expect(check.getAttribute('aria-disabled')).toBeNull()
  expect(text()).not.toContain('Connected')
  await press('Test connection')
  await shows('Connected')
})

it('only an admin adds and archives projects and changes their terms', async () => {
  app.serve('user')
  showPage(ProjectSettingsPage)
  await field('Ticker')
  await shows('Read-only')
  expect(
    ['Add project', 'Change terms', 'Archive project'].flatMap((name) => buttons(name)),
  ).toEqual([])
})

it('the terms of a project with purchases change only with a reason, which Activity has', async () => {
  app.serve('admin')
  history.replaceState(null, '', '/project-settings?project=OWN')
  showPage(ProjectSettingsPage)
  await press('Change terms')
  await waitFor(() => expect(dialog()?.textContent).toContain('New terms of OWN apply from'))
  const [submit] = buttons('Change terms', dialog() ?? document)
  expect(submit?.matches('[disabled], [aria-disabled=true]')).toBe(true)
  await type('Fee percentage', '3.25')
  await pressIn('Change terms')
  await shows('Enter a reason')
  await type('Reason', 'The new agreement with the operator')
  await pressIn('Change terms')
  await shows('Successfully updated terms')
  await isClosed()
  await shows('3.25%')
  const { results } = await app.call<{ results: object[] }>('GET', '/audit?projects=OWN&limit=10')
  expect(results).toContainEqual(
    expect.objectContaining({
      action: 'project.change_terms',
      after: expect.objectContaining({ reason: 'The new agreement with the operator' }),
    }),
  )
  history.replaceState(null, '', '/')
})
