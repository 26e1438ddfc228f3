import { role, until } from '#tests/support/engines/engine-page.ts'
import type { EnginePage } from '#tests/support/engines/engine-page.ts'
import { expect, test } from '#tests/support/engines/engine-test.ts'
import { signIn, title } from '#tests/support/engines/steps.ts'

const TABS = 12

/** Presses Tab many times, and checks that the focus stays inside a layer or the toasts above it. */
async function expectFocusStays(page: EnginePage, selector: string): Promise<void> {
  for (let count = 0; count < TABS; count++) {
    await page.key('Tab')
    expect(
      await page.evaluate((layer) => {
        const at = document.activeElement
        // The browser's own controls come after the last element.
        return at === document.body || at?.closest(layer) != null
      }, selector),
    ).toBe(true)
  }
}

test('A dialog, or on a phone a sheet, opens and closes by keyboard', async ({
  app,
  device,
  isPhone,
}) => {
  const page = await device.open()
  await signIn(page, app.url)
  // The app moves it there once the page is shown.
  await page.see(title('Home'), ({ isFocused }) => isFocused)
  const opener = role('button', isPhone ? 'Time period' : 'Custom range')
  const dialog = role('dialog', isPhone ? 'Time period' : 'Select date range')
  await page.focus(opener)
  await page.key('Enter')
  await page.see(dialog)
  await expectFocusStays(page, '[role=dialog], #toasts')
  await page.key('Escape')
  await page.untilGone(dialog)
  await page.see(opener, ({ isFocused }) => isFocused)
})

test('A menu opens, moves and closes by keyboard', async ({ app, device }) => {
  const page = await device.open()
  await signIn(page, app.url)
  await page.visit(`${app.url}/team`)
  await page.see(title('Team'))
  const opener = role('button', 'Actions for client@saleroom.example')
  await page.focus(opener)
  await page.key('Enter')
  await page.see(role('menu'))
  const focusedItem = () =>
    until('a focused item', () =>
      page.evaluate(() => {
        const at = document.activeElement
        return at?.getAttribute('role') === 'menuitem' ? (at.textContent ?? '') : undefined
      }),
    )
  const first = await focusedItem()
  await page.key('ArrowDown')
  await until('the next item', async () => ((await focusedItem()) === first ? undefined : true))
  await page.key('Escape')
  await page.untilGone(role('menu'))
  await page.see(opener, ({ isFocused }) => isFocused)
})
