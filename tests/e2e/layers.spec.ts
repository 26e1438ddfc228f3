import type { Locator, Page } from '@playwright/test'
import { signInCaller } from '#tests/support/journeys/e2e-calls.ts'
import { fillChains } from '#tests/support/journeys/e2e-chain-rows.ts'
import { ALL, expect, test } from '#tests/support/journeys/e2e.ts'
import { onLandscapePhones } from '#tests/support/screens/landscape-phones.ts'
import { layoutErrors } from '#tests/support/screens/layout-errors.ts'

// What opens over a page: dialogs, sheets, the drawer, and the pickers and menus in them.

const ADMIN = 'admin@saleroom.example'
const WIDTHS = [320, 360, 390, 768, 1024, 1200, 1440]

interface Layer {
  path: string
  /** Of the card or the group with the button. */
  region?: string
  button: string
  /** Of the dialog. */
  title: string
  hasPickers?: boolean
}

const LAYERS: readonly Layer[] = [
  { path: '/', region: 'Countries', button: 'Show all', title: 'Countries: all' },
  { path: '/', region: 'UTM Plus', button: 'Show all', title: 'UTM Plus: all' },
  { path: '/users?projects=AURA', button: 'Add Tokens', title: 'Add Tokens' },
  {
    path: '/bonus-codes',
    button: 'Create bonus code',
    title: 'Create a Bonus Code',
    hasPickers: true,
  },
  { path: '/bonus-codes?projects=AURA', button: 'Disable', title: 'Disable Bonus Code' },
  { path: '/leads', button: 'Export', title: 'Export Leads CSV' },
  { path: '/banners', button: 'Create banner', title: 'Create a new Banner' },
  { path: '/seo-scripts?projects=AURA', button: 'Versions', title: 'Versions' },
  { path: '/project-settings?projects=AURA', button: 'Add project', title: 'Add a project' },
  { path: '/project-settings?projects=AURA', button: 'Change terms', title: 'Change terms' },
  { path: '/team', button: 'Invite', title: 'Invite to the team' },
  { path: '/team', button: 'Second factor rules', title: 'Second factor rules' },
  { path: '/connections?project=AURA', button: 'Create key', title: 'Create key' },
  {
    path: '/connections?project=AURA',
    button: 'Create reading key',
    title: 'Create reading key',
  },
  {
    path: '/connections?project=AURA',
    button: 'Connect a chain',
    title: 'Connect a chain',
    hasPickers: true,
  },
  {
    path: '/transactions/payments?projects=AURA',
    button: 'Dismiss',
    title: 'Dismiss this payment?',
  },
  { path: '/alerts', button: 'Add alert', title: 'Add alert', hasPickers: true },
]

/** Opens a dialog as an address of its own, so that no other one is open. */
async function openLayer(page: Page, { path, region, button, title }: Layer): Promise<Locator> {
  await page.goto(new URL(path, page.url()).href)
  const main = page.getByRole('main')
  const place =
    region === undefined ? main : main.getByRole('region', { name: region, exact: true })
  await place.getByRole('button', { name: button, exact: true }).first().click()
  const layer = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await expect(layer).toHaveAccessibleName(title)
  return layer
}

test('No word of a dialog breaks at any width', ALL, async ({ page, openAs }) => {
  await fillChains(page, { word: 'Long'.repeat(100), text: 'A reason of many words '.repeat(17) })
  await openAs(page, ADMIN, '/account')
  for (const layer of LAYERS) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await openLayer(page, layer)
    const expectFitsAt = ({ width }: { width: number }) =>
      expect
        .poll(() => layoutErrors(page), { message: `${layer.title} at ${width} px` })
        .toEqual([])
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await expectFitsAt({ width })
    }
    await onLandscapePhones(page, expectFitsAt)
  }
})

/** A hundred characters, which differ at the end only. */
const LONG_NAMES = Array.from({ length: 10 }, (_unused, index) => {
  const end = ` Round ${String(index + 1).padStart(2, '0')}`
  return 'Meridian Layer Two Settlement Network '.repeat(3).slice(0, 100 - end.length) + end
})
/** The same without a place to break it. */
const LONG_WORD = 'Meridian'.repeat(13).slice(0, 100)

/** The layout errors, without the name that has to be broken. */
const errorsWithLongNames = async (page: Page) =>
  (await layoutErrors(page)).filter((error) => !error.startsWith('"MeridianMeridian'))

/** Opens each picker and menu of a place, and checks that it fits and begins with its first option. */
async function checkPickers(page: Page, place: Locator, where: string) {
  const openers = place.locator('[role=combobox]:visible, [aria-haspopup=menu]:visible')
  await expect.poll(() => openers.count()).toBeGreaterThan(0)
  for (const opener of await openers.all()) {
    if (await opener.isDisabled()) continue
    const name = await opener.getAttribute('aria-label')
    const message = `${where}: ${name}`
    await opener.click()
    const list = page.locator('[role=listbox]:visible, [role=menu]:visible').last()
    const first = list.locator('[role=option], [role=menuitem]').first()
    await expect(first, message).toBeInViewport({ ratio: 0.9 })
    // Nothing lies over it: neither a search field nor an edge that clips it.
    await expect
      .poll(
        () =>
          first.evaluate((option) => {
            const { left, top, width, height } = option.getBoundingClientRect()
            const hit = document.elementFromPoint(left + width / 2, top + height / 2)
            return hit !== null && option.contains(hit)
          }),
        { message },
      )
      .toBe(true)
    await expect.soft.poll(() => errorsWithLongNames(page), { message }).toEqual([])
    await page.keyboard.press('Escape')
    await expect(first).toBeHidden()
  }
}

test(
  'Names of a hundred characters fit in the pickers and menus of a phone, in the drawer, sheets and dialogs',
  ALL,
  async ({ page, ownApp, openAs }) => {
    const admin = await signInCaller(ownApp, ADMIN)
    for (const id of [...LONG_NAMES, LONG_WORD]) await admin.post('/projects', { id })
    const [long = ''] = LONG_NAMES
    const chosen = `project=${encodeURIComponent(long)}`
    const only = `projects=${encodeURIComponent(long)}`
    await openAs(page, ADMIN, '/account', ownApp)
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 700 })
      for (const path of ['/', `/leads?${only}`]) {
        await page.goto(ownApp.url + path)
        await page.getByRole('button', { name: 'Open menu' }).click()
        await checkPickers(page, page.getByRole('navigation'), `The drawer of ${path} at ${width}`)
      }
      for (const path of ['banners', 'connections', 'import', 'settlement', 'seo-scripts']) {
        await page.goto(`${ownApp.url}/${path}?${chosen}&${only}`)
        await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
        await expect.soft
          .poll(() => errorsWithLongNames(page), { message: `${path} at ${width}` })
          .toEqual([])
        if (path !== 'seo-scripts') {
          await checkPickers(page, page.getByRole('main'), `${path} at ${width}`)
        }
      }
      // This server has no payments without a purchase.
      const layers = LAYERS.filter(
        ({ path, button }) => path !== '/' && !path.includes('project=') && button !== 'Dismiss',
      )
      for (const layer of layers) {
        const dialog = await openLayer(page, layer)
        await expect.soft
          .poll(() => errorsWithLongNames(page), { message: `${layer.title} at ${width}` })
          .toEqual([])
        if (layer.hasPickers) await checkPickers(page, dialog, `${layer.title} at ${width}`)
      }
    }
  },
)
