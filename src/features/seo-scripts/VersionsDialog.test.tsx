import { act, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { queryClient } from '#src/cache/query-client.ts'
import { connection } from '#src/session/connection.ts'
import { filters } from '#src/state/filters.ts'
import { MAX_SCRIPT_LENGTH, type SeoScriptVersion } from '#src/wire/seo-scripts.ts'
import { openFaultyApi } from '#tests/support/screens/faulty-api.ts'
import { stubLayout } from '#tests/support/screens/layout-stubs.ts'
import { acts } from '#tests/support/screens/screen-rows.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage, showPage } from '#tests/support/screens/show-page.tsx'
import {
  button,
  buttons,
  dialog,
  field,
  isClosed,
  press,
  type,
} from '#tests/support/screens/user-actions.ts'
import { byExtent } from '#tests/support/server/test-extent.ts'
import { scriptDrafts } from './script-form.ts'
import { SeoScriptsPage } from './SeoScriptsPage.tsx'

stubLayout()

const AT = '2026-11-20T14:06:00.000Z'
const VERSIONS = 'GET /seo-scripts/AURA/versions'
const RESTORE = 'POST /seo-scripts/AURA/versions/*'

const savedAs = (version: number, header: string, by: string | null = 'maya@saleroom.example') => ({
  version,
  header,
  body: null,
  created_at: AT,
  created_by: by,
})

beforeEach(() => {
  connection.isOnline = true
  filters.selectedProjects = ['AURA']
  signInHere()
})
afterEach(() => {
  endPage()
  scriptDrafts.dropAll()
  filters.selectedProjects = 'all'
})

/** A server with these versions; the first is in use. */
function open(given: readonly SeoScriptVersion[], features = ['approvals']) {
  let versions = [...given]
  const script = () => ({ id: '1', project_id: 'AURA', header: versions[0]?.header, body: null })
  const api = openFaultyApi({
    // Before the calls of acts(), whose patterns match it too.
    [RESTORE]: ({ path }) => {
      const found = versions.find(({ version }) => path.includes(`/versions/${version}/`))
      if (found?.header === versions[0]?.header) {
        const message = 'These scripts are in use already'
        return Response.json({ code: 409, message }, { status: 409 })
      }
      versions = [savedAs(versions.length + 1, found?.header ?? ''), ...versions]
      return script()
    },
    ...acts(),
    'GET /features': () => ({ features }),
    'GET /seo-scripts': () => [script()],
    [VERSIONS]: () => versions,
  })
  showPage(SeoScriptsPage)
  return api
}

const text = () => document.body.textContent
const shows = (part: string | RegExp) => waitFor(() => expect(text()).toMatch(part))
const radios = () => [...(dialog() ?? document).querySelectorAll<HTMLElement>('[role=radio]')]
const choose = (label: string) =>
  act(async () =>
    radios()
      .find((radio) => radio.textContent.startsWith(label))
      ?.click(),
  )
/** In the topmost dialog. */
const restore = (kind: 'dialog' | 'alertdialog') =>
  act(async () => {
    const top = document.querySelector(`[role=${kind}]`) ?? document
    buttons('Restore', top)[0]?.click()
  })

const THREE = [savedAs(3, '<b>three</b>'), savedAs(2, '<b>two</b>'), savedAs(1, '<b>one</b>', null)]

it('a version is compared with the present scripts, restored, and shown in the card', async () => {
  const api = open(THREE)
  await press('Versions')
  await shows('What restoring version 2 changes.')
  expect(radios().map((radio) => radio.textContent)).toEqual([
    expect.stringMatching(/^3, in useNov 20, 2026 .* by maya@saleroom\.example$/),
    expect.stringMatching(/^2Nov 20, 2026 .* by maya@saleroom\.example$/),
    expect.stringMatching(/^1Nov 20, 2026 \d\d:\d\d$/),
  ])
  await choose('1')
  await shows('What restoring version 1 changes.')
  const diff = document.querySelector('[aria-label="Head script lines"]')
  expect(diff?.textContent).toContain('<b>three</b>')
  expect(diff?.textContent).toContain('<b>one</b>')
  await restore('dialog')
  await shows('Restore version 1?')
  expect(text()).not.toContain('are discarded')
  expect(api.done(RESTORE)).toBe(0)
  await restore('alertdialog')
  await shows('Successfully restored scripts')
  await isClosed()
  await waitFor(async () => expect((await field('Head script')).value).toBe('<b>one</b>'))
  expect(api.done(RESTORE)).toBe(1)
})

it('edits that are not saved are named, and discarded only by a restore', async () => {
  open(THREE)
  await type('Head script', '<b>mine</b>')
  await press('Versions')
  await shows('AURA has edits that are not saved.')
  await act(async () => buttons('Cancel', dialog() ?? document)[0]?.click())
  await isClosed()
  expect((await field('Head script')).value).toBe('<b>mine</b>')
  await press('Versions')
  await shows('What restoring version 2 changes.')
  await restore('dialog')
  await shows('Your edits that are not saved are discarded.')
  await restore('alertdialog')
  await isClosed()
  await waitFor(async () => expect((await field('Head script')).value).toBe('<b>two</b>'))
  expect(scriptDrafts.ids()).toEqual([])
})

it('the version in use can’t be restored', async () => {
  open(THREE)
  await press('Versions')
  await shows('What restoring version 2 changes.')
  await choose('3, in use')
  await waitFor(() =>
    expect(buttons('Restore', dialog() ?? document)[0]?.getAttribute('aria-disabled')).toBe('true'),
  )
  await restore('dialog')
  await shows('These scripts are in use.')
  expect(document.querySelector('[role=alertdialog]')).toBeNull()
})

it('a restore that was refused leaves the card as it was', async () => {
  const api = open(THREE)
  await type('Head script', '<b>mine</b>')
  await press('Versions')
  await shows('What restoring version 2 changes.')
  api.break(RESTORE, '500')
  await restore('dialog')
  await shows('Restore version 2?')
  await restore('alertdialog')
  await shows('Internal server error')
  expect(scriptDrafts.read('AURA')).toEqual({ values: { header: '<b>mine</b>' } })
})

it('the version in an open question is restored, also if another one is saved meanwhile', async () => {
  open(THREE)
  await press('Versions')
  await shows('What restoring version 2 changes.')
  await restore('dialog')
  await shows('Restore version 2?')
  // Somebody else restores the first one.
  await fetch('/v1/seo-scripts/AURA/versions/1/restore', { method: 'POST' })
  await act(async () => queryClient.invalidateQueries())
  await shows('4, in use')
  await shows('Restore version 2?')
  await restore('alertdialog')
  await isClosed()
  await waitFor(async () => expect((await field('Head script')).value).toBe('<b>two</b>'))
})

it('scripts that were saved once have no earlier version', async () => {
  open([savedAs(1, '<b>one</b>')])
  await press('Versions')
  await shows('No earlier version')
  await shows(/The scripts in use were saved Nov 20, 2026 .* by maya@saleroom\.example\./)
  expect(buttons('Restore')).toHaveLength(0)
})

it('versions that did not load are loaded again', async () => {
  const api = open(THREE)
  api.break(VERSIONS, '429')
  await press('Versions')
  await shows('Versions did not load')
  api.mend()
  await press('Try again')
  await shows('What restoring version 2 changes.')
  expect(radios()).toHaveLength(3)
})

const LONG_SCRIPT = byExtent({ change: 4000, all: MAX_SCRIPT_LENGTH })

it('long scripts are compared', async () => {
  const long = (word: string) => `<!--${word}\n`.repeat(LONG_SCRIPT).slice(0, LONG_SCRIPT)
  open([savedAs(2, long('a')), savedAs(1, long('b'))])
  await press('Versions')
  await shows('What restoring version 1 changes.')
  await waitFor(() => expect(text()).toMatch(/\+\d+ −\d+ lines/))
})

it('a server without approvals has no versions', async () => {
  open(THREE, [])
  await field('Head script')
  await button('Save')
  expect(buttons('Versions')).toHaveLength(0)
})
