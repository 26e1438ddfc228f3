import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { queryClient } from '#src/cache/query-client.ts'
import { setAccessToken } from '#src/state/session.ts'
import { projectQueries, selectedProjects } from './projects.ts'

const AURA = {
  id: 'AURA',
  project_ticker: null,
  website_url: 'https://aura.example',
  api_url: null,
  created_at: '2026-01-02T03:04:05.000Z',
  banners_enabled: 1,
  banners_desktop_aspect_ratio: '16/9',
  banners_mobile_aspect_ratio: null,
}
const overview = projectQueries.overview(['AURA'])
const isKept = (project: object) => z.safeParse(overview.meta?.keep ?? z.never(), [project]).success

test.each([
  ['as it was', true, {}],
  ['without a day that it began on', false, { created_at: 'long ago' }],
  ['without its banners', false, { banners_enabled: undefined }],
  ['with a shape of banners that is no text', false, { banners_desktop_aspect_ratio: 1.5 }],
])('a stored project %s is valid: %s', (_what, isBelieved, change) => {
  expect(isKept({ ...AURA, ...change })).toBe(isBelieved)
})

test.each([
  ['all are chosen', 'all' as const, ['a', 'AURA', 'NOVA']],
  ['some are', ['NOVA', 'a'], ['a', 'NOVA']],
  ['one that is gone is among them', ['NOVA', 'GONE'], ['NOVA']],
  ['none of those that were chosen is there any more', ['GONE'], ['a', 'AURA', 'NOVA']],
])('the project list: %s', (_what, choice, selected) => {
  expect(selectedProjects(['a', 'AURA', 'NOVA'], choice)).toEqual(selected)
})

test('the device stores no settings of a project', async () => {
  const settings = { forward_leads_to_brevo: 1, brevo_api_key: '••••abcd', brevo_list_id: 7 }
  vi.stubGlobal('fetch', async () => Response.json([{ ...AURA, ...settings }]))
  setAccessToken('access')
  expect(await queryClient.fetchQuery(overview)).toEqual([AURA])
})
