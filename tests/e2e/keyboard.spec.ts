import type { Locator, Page } from '@playwright/test'
import { ALL, DEMO_PASSWORD, expect, LONG, test } from '#tests/support/journeys/e2e.ts'
import { type Keyboard, keyboardOf } from '#tests/support/screens/keyboard.ts'

const ADMIN = 'admin@saleroom.example'

const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: true })

/** Skips the sidebar, as a user who has just opened a page does. */
async function skipToContent(page: Page, keys: Keyboard): Promise<void> {
  await keys.press(page.getByRole('link', { name: 'Skip to content' }))
  await keys.isAt(page.getByRole('heading', { level: 1 }))
}

test('Keys alone sign in, go to every page and sign out', async ({ page, allowConsole }) => {
  allowConsole(/status of 401/)
  const keys = keyboardOf(page)
  await page.goto('/login')
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toBeVisible()
  await keys.fill(page.getByLabel('Email'), ADMIN)
  await keys.fill(password, 'not the password')
  await keys.press(button(page, 'Show password'))
  await expect(password).toHaveAttribute('type', 'text')
  await keys.press(button(page, 'Login'))
  await expect(page.getByText('Incorrect email or password').first()).toBeVisible()
  await keys.isAt(button(page, 'Login'))
  await keys.to(password, 'Shift+Tab')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('saleroom-demo')
  await page.keyboard.press('Enter')
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText('Home')
  await expect(title).toBeFocused()

  const main = page.getByRole('navigation', { name: 'Main' })
  const links = main.getByRole('list').getByRole('link')
  // Those of an admin follow once the server's features are known.
  await expect(links).toHaveCount(18)
  const names = await links.allTextContents()
  for (const name of names.slice(1)) {
    await keys.press(main.getByRole('link', { name }), 'Enter', 'Shift+Tab')
    await expect(title).toHaveText(name)
    await expect(title).toBeFocused()
  }
  await keys.press(main.getByRole('link', { name: 'Home' }), 'Enter', 'Shift+Tab')
  await expect(title).toHaveText('Home')
  await keys.press(main.getByRole('link', { name: ADMIN }), 'Enter', 'Shift+Tab')
  await expect(title).toHaveText('Account')
  await expect(title).toBeFocused()
  await keys.press(button(page, 'Logout'), 'Enter', 'Shift+Tab')
  await expect(title).toHaveText('Login to your account.')
  await expect(page.getByLabel('Email')).toBeFocused()
})

test('Keys alone filter, read and open everything on Home', ALL, async ({ page, openAs }) => {
  await openAs(page, ADMIN, '/?period=month')
  const keys = keyboardOf(page)
  const region = (name: string) => page.getByRole('region', { name })
  await expect(region('UTM Plus')).toHaveAttribute('aria-busy', 'false')

  // Filters.
  const projects = page.getByRole('combobox', { name: 'Projects' })
  await keys.press(projects)
  await expect(page.getByRole('option', { name: 'All projects' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await page.keyboard.press('Escape')
  await keys.isAt(projects)
  await expect(projects).not.toContainText('All projects')
  await keys.to(page.getByRole('radio', { name: 'Month' }))
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('radio', { name: 'Week', exact: true })).toBeChecked()
  const range = button(page, 'Custom range')
  await keys.press(range)
  const picker = page.getByRole('dialog', { name: 'Select date range' })
  await expect(picker.locator('[role=grid] [tabindex="0"]')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  for (let day = 0; day < 9; day++) await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(picker.getByText('10 days')).toBeVisible()
  await keys.press(button(picker, 'Apply'))
  await expect(page).toHaveURL(/period=custom/)
  await keys.isAt(range)
  const unit = page.getByRole('combobox', { name: 'Time unit' })
  await keys.press(unit)
  await page.keyboard.type('Week')
  await page.keyboard.press('Enter')
  await keys.isAt(unit)
  await expect(page).toHaveURL(/unit=week/)
  for (const name of ['Privacy mode', 'Exclude unknown']) {
    const filter = page.getByRole('switch', { name })
    await keys.press(filter, 'Space')
    await expect(filter).toBeChecked()
    await page.keyboard.press('Space')
  }
  await keys.press(button(page, 'Refresh'), 'Enter', 'Shift+Tab')
  await keys.isAt(button(page, 'Refresh'))

  // Cards.
  await page.goto('/?period=month&projects=AURA&projects=HELIX')
  await expect(region('UTM Plus')).toHaveAttribute('aria-busy', 'false')
  await skipToContent(page, keys)
  await keys.press(page.getByRole('switch', { name: 'Compare with previous period' }), 'Space')
  await expect(region('Transactions')).toContainText(/from \$/)
  await keys.to(region('Transactions').getByRole('radio', { name: 'Amount' }))
  await page.keyboard.press('ArrowRight')
  await keys.isAt(region('Transactions').getByRole('radio', { name: 'Transactions' }))
  const pie = button(region('Transactions'), 'Pie chart')
  await keys.press(pie)
  await expect(pie).toHaveAttribute('aria-pressed', 'true')
  const saved = page.waitForEvent('download')
  await keys.press(button(region('Transactions'), 'Download CSV'))
  expect((await saved).suggestedFilename()).toMatch(/^transactions.*\.csv$/)

  const countries = region('Countries')
  await keys.press(button(countries, 'Next page'))
  await expect(countries).toContainText('6–10 of')
  await keys.press(button(countries, 'Previous page'), 'Enter', 'Shift+Tab')
  await expect(countries).toContainText('1–5 of')
  await keys.isAt(button(countries, 'Previous page'))
  await keys.press(button(countries, 'Show all'), 'Enter', 'Shift+Tab')
  const dialog = page.getByRole('dialog', { name: 'Countries: all' })
  await keys.isAt(dialog.getByRole('searchbox', { name: 'Search' }))
  await page.keyboard.type('germ')
  await expect(dialog.getByRole('row', { name: /Germany/ })).toBeVisible()
  await keys.press(button(dialog, 'Clear'))
  await keys.isAt(dialog.getByRole('searchbox', { name: 'Search' }))
  await keys.press(dialog.getByRole('button', { name: 'Country' }))
  await expect(dialog.getByRole('columnheader', { name: 'Country' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await page.keyboard.press('Escape')
  await keys.isAt(button(countries, 'Show all'))

  const utm = region('UTM Plus')
  const campaign = utm.getByRole('button', { name: ' / ' }).first()
  await keys.press(campaign)
  await expect(utm).toContainText('By country')
  await keys.isAt(button(utm, 'Back'))
  await page.keyboard.press('Enter')
  await keys.isAt(campaign)
  // Shift+Tab moves up under the top bar, and the focus is never covered.
  await keys.to(range, 'Shift+Tab')
})

test('Each role reaches each of its pages by keyboard', LONG, async ({ page }) => {
  const keys = keyboardOf(page)
  const title = page.getByRole('heading', { level: 1 })
  const main = page.getByRole('navigation', { name: 'Main' })
  for (const [email, count] of [
    ['user', 11],
    ['client', 11],
    ['marketing', 5],
  ] as const) {
    await page.goto('/login')
    await expect(page.getByLabel('Email')).toBeVisible()
    await keys.fill(page.getByLabel('Email'), `${email}@saleroom.example`)
    await keys.fill(page.getByLabel('Password', { exact: true }), DEMO_PASSWORD)
    await page.keyboard.press('Enter')
    await expect(title).toHaveText('Home')
    await keys.isAt(title)
    const links = main.getByRole('list').getByRole('link')
    await expect(links).toHaveCount(count)
    for (const name of (await links.allTextContents()).toReversed()) {
      await keys.press(main.getByRole('link', { name }), 'Enter', 'Shift+Tab')
      await expect(title).toHaveText(name)
      await keys.isAt(title)
    }
    await keys.press(button(page, 'Logout'), 'Enter', 'Shift+Tab')
    await expect(title).toHaveText('Login to your account.')
    await keys.isAt(title)
  }
})

test(
  'Whoever must verify an address or change a password does it by keys',
  ALL,
  async ({ page, allowConsole }) => {
    allowConsole(/status of 40[01]/)
    const keys = keyboardOf(page)
    const title = page.getByRole('heading', { level: 1 })
    const signIn = async (email: string) => {
      await keys.fill(page.getByLabel('Email'), email)
      await keys.fill(page.getByLabel('Password', { exact: true }), DEMO_PASSWORD)
      await page.keyboard.press('Enter')
    }
    await page.goto('/login')
    await expect(title).toBeVisible()
    await signIn('new@saleroom.example')
    await expect(title).toHaveText('Verify your email.')
    await keys.isAt(title)
    const send = button(page, 'Send verification email')
    await keys.press(send)
    await expect(send).toHaveAttribute('aria-disabled', 'true')
    await keys.isAt(send)
    await keys.press(button(page, 'Logout'), 'Enter', 'Shift+Tab')
    await expect(title).toHaveText('Login to your account.')

    await signIn('reset@saleroom.example')
    await expect(title).toHaveText('Reset your password.')
    await keys.isAt(title)
    await keys.fill(page.getByLabel('Current Password', { exact: true }), 'not the password')
    const fresh = page.getByLabel('New Password', { exact: true })
    await keys.fill(fresh, 'short')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Must be 8 to 128 characters')).toBeVisible()
    await keys.isAt(fresh)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText('a better secret')
    await keys.press(button(page, 'Reset password'))
    await expect(page.getByText('Incorrect password')).toBeVisible()
    await keys.isAt(button(page, 'Reset password'))
  },
)

test('On a narrow screen keys open the menu and come back from it', async ({ page, openAs }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, ADMIN, '/leads?projects=AURA')
  const keys = keyboardOf(page)
  const menu = button(page, 'Open menu')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.getByRole('heading', { level: 1 }).focus()
  await keys.press(menu, 'Enter', 'Shift+Tab')
  await keys.isAt(button(page, 'Close menu'))
  const projects = page.getByRole('combobox', { name: 'Projects' })
  await keys.press(projects)
  await page.keyboard.press('Escape')
  await keys.isAt(projects)
  await keys.press(button(page, 'Home filters'))
  await keys.press(button(page, 'Custom range'))
  const picker = page.getByRole('dialog', { name: 'Select date range' })
  await expect(picker).toBeVisible()
  await page.keyboard.press('Escape')
  await keys.isAt(button(page, 'Custom range'))
  await page.keyboard.press('Escape')
  await keys.isAt(menu)
  await page.keyboard.press('Enter')
  await keys.press(page.getByRole('link', { name: 'Project Settings' }), 'Enter', 'Shift+Tab')
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText('Project Settings')
  await keys.isAt(title)

  // Logout asks about what was typed, and Cancel leads back to it.
  const ticker = page.getByLabel('Ticker')
  await expect(ticker).toBeVisible()
  await keys.fill(ticker, 'KEYS')
  await keys.press(menu, 'Enter', 'Shift+Tab')
  await keys.press(button(page, 'Logout'), 'Enter', 'Shift+Tab')
  const question = page.getByRole('alertdialog', { name: 'Log out without saving?' })
  await keys.isAt(button(question, 'Cancel'))
  await page.keyboard.press('Enter')
  await keys.isAt(button(page, 'Logout'))
  await page.keyboard.press('Enter')
  await keys.press(button(question, 'Logout'))
  await expect(title).toHaveText('Login to your account.')
})
