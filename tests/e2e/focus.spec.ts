import { ALL, ALL_PHONE, expect, test } from '#tests/support/journeys/e2e.ts'

test(
  'After Confirm Update and after Save the keyboard is still where it was',
  ALL_PHONE,
  async ({ page, openAs, ownApp, isMobile }) => {
    await openAs(page, 'admin@saleroom.example', '/project-settings?projects=AURA', ownApp)
    const card = page.getByRole('region', { name: 'AURA' })
    await card.getByRole('textbox', { name: 'Ticker' }).fill('AURX')
    const confirm = card.getByRole('button', { name: 'Confirm Update' })
    await confirm.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Successfully updated data')).toBeVisible()
    // On a phone the bar with the button disappears, and the card's heading gets the focus.
    if (isMobile) await expect(card.getByRole('button', { name: 'Collapse AURA' })).toBeFocused()
    else await expect(confirm).toBeDisabled()
    if (!isMobile) await expect(confirm).toBeFocused()

    await page.goto(`${ownApp.url}/seo-scripts?projects=AURA`)
    await card.getByRole('textbox', { name: 'Head script' }).fill('<b>sale</b>')
    const save = card.getByRole('button', { name: 'Save' })
    await save.focus()
    await page.keyboard.press('Enter')
    await card.getByRole('button', { name: 'Back to editing' }).focus()
    await page.keyboard.press('Enter')
    await expect(save).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(card.getByRole('button', { name: 'Back to editing' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Successfully updated scripts')).toBeVisible()
    await expect(save).toBeDisabled()
    await expect(save).toBeFocused()

    await page.goto(`${ownApp.url}/users?projects=AURA`)
    await page.getByRole('button', { name: 'Show details' }).first().click()
    await page.getByRole('textbox', { name: 'Referral payout percentage' }).fill('7')
    const saveValue = page.getByRole('button', { name: 'Save Referral payout percentage' })
    await saveValue.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Successfully update')).toBeVisible()
    await expect(saveValue).toBeDisabled()
    await expect(saveValue).toBeFocused()
  },
)

test(
  'A toast with the keyboard focus stays, and Dismiss returns the focus',
  ALL,
  async ({ page, context, openAs }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.clock.install()
    // The focus is kept from the first paint, also where the browser is never idle.
    await page.addInitScript(() => {
      globalThis.requestIdleCallback = () => 0
    })
    await openAs(page, 'admin@saleroom.example', '/leads?projects=AURA')
    const copy = page.getByRole('button', { name: 'Copy wallet address' }).first()
    const dismiss = page.getByRole('button', { name: 'Dismiss' })
    const message = page.getByText('Copied to clipboard')
    await expect(async () => {
      await copy.focus()
      await page.keyboard.press('Enter')
      await expect(message).toBeVisible()
      // The toast of the sign-in may still be visible.
      await dismiss.first().focus({ timeout: 3000 })
      await expect(dismiss).toHaveCount(1)
    }).toPass()
    await page.clock.fastForward(60_000)
    await expect(message).toBeVisible()
    await expect(dismiss).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(copy).toBeFocused()
    await expect(message).toBeHidden()
  },
)
