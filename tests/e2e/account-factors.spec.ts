import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { loginResponseSchema, secondFactorRequestSchema } from '#src/wire/auth.ts'
import { addAuthenticator, codeOf, startAtLocalhost } from '#tests/support/journeys/e2e-factors.ts'
import {
  ALL,
  closePages,
  DEMO_PASSWORD,
  expect,
  openSession,
  test,
} from '#tests/support/journeys/e2e.ts'

const EMAIL = 'user@saleroom.example'
const PERIOD_MS = 30_000

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const stepUp = (page: Page) => page.getByRole('dialog', { name: 'Confirm it is you' })

/** A new session that has not confirmed anything, finished with a code. */
async function signInWithCode(page: Page, at: string, code: string) {
  const cookies = await page.context().cookies(at)
  const echo = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value
  const headers: Record<string, string> = echo === undefined ? {} : { 'x-xsrf-token': echo }
  const post = async (call: string, data: object): Promise<unknown> => {
    const answer = await page.request.post(`${at}/v1${call}`, { data, headers })
    return answer.json()
  }
  const { challenge } = secondFactorRequestSchema.parse(
    await post('/auth/login', { email: EMAIL, password: DEMO_PASSWORD }),
  )
  const data = { challenge, kind: 'totp', code }
  return loginResponseSchema.parse(await post('/auth/second-factor', data))
}

test(
  'A person adds a passkey and an authenticator, confirms with them, and removes them',
  ALL,
  async ({ page, expectAccessible, allowConsole }) => {
    allowConsole(/status of 40[03]/)
    const app = await startAtLocalhost()
    try {
      await addAuthenticator(page)
      await page.goto(`${app.url}/login`)
      await page.getByLabel('Email').fill(EMAIL)
      await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
      await button(page, 'Login').click()
      await page.getByRole('link', { name: 'Account', exact: true }).click()
      const sessions = region(page, 'Sessions')
      await expect(sessions.getByText('This one')).toBeVisible()

      // Signing in has confirmed nothing.
      await button(page, 'Add a passkey').click()
      await expect(stepUp(page)).toContainText('Adding a second factor needs a confirmation.')
      await expectAccessible(page)
      const password = stepUp(page).getByLabel('Password', { exact: true })
      await expect(password).toBeFocused()
      await password.fill('not the password')
      await button(page, 'Confirm').click()
      await expect(password).toHaveAccessibleDescription(/.+/)
      await password.fill(DEMO_PASSWORD)
      await page.keyboard.press('Enter')

      // The first factor comes with recovery codes.
      const codes = page.getByRole('dialog', { name: 'Recovery codes' })
      await button(page, 'Make codes').click()
      await expect(codes.getByRole('listitem')).toHaveCount(10)
      await expectAccessible(page)
      const downloading = page.waitForEvent('download')
      await codes.getByRole('button', { name: 'Download' }).click()
      const file = await (await downloading).path()
      const first = (await codes.getByRole('listitem').first().textContent()) ?? ''
      expect(await readFile(file, 'utf8')).toContain(first)
      await codes.getByRole('button', { name: 'Done' }).click()
      await expect(codes).toBeHidden()
      await expect(region(page, 'Recovery codes')).toContainText('10 of 10 left')

      const passkeys = region(page, 'Passkeys')
      await passkeys.getByRole('button', { name: /^Rename / }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill('My laptop')
      await button(page, 'Rename').click()
      await expect(button(page, 'Rename My laptop')).toBeVisible()

      const totp = region(page, 'Authenticator')
      await totp.getByRole('button', { name: 'Turn on' }).click()
      await expect(totp.getByRole('img', { name: 'QR code of the key below' })).toBeVisible()
      await expectAccessible(page)
      const key = ((await totp.locator('code').textContent()) ?? '').replaceAll(' ', '')
      await totp.getByRole('textbox', { name: 'Code' }).fill(codeOf(key, Date.now()))
      await totp.getByRole('button', { name: 'Turn on' }).click()
      await expect(totp.getByRole('button', { name: 'Turn off' })).toBeVisible()
      await expectAccessible(page)

      // A new session; its code is of the next 30 seconds, as each works once.
      const next = await signInWithCode(page, app.url, codeOf(key, Date.now() + PERIOD_MS))
      await openSession(page, next, app.url, '/account')
      await expect(sessions.getByRole('button', { name: 'End', exact: true })).toBeVisible()
      await button(page, 'End all others').click()
      await expect(sessions.getByRole('button', { name: 'End', exact: true })).toBeHidden()

      await region(page, 'Recovery codes').getByRole('button', { name: 'New codes' }).click()
      await button(page, 'Make codes').click()
      await expect(stepUp(page)).toContainText('Confirm with a second factor')
      await expect(stepUp(page).getByLabel('Code from your authenticator')).toBeFocused()
      await expectAccessible(page)
      await button(page, 'Cancel').last().click()
      await expect(page.getByText('You did not confirm. Nothing was changed.')).toBeVisible()
      await expect(stepUp(page)).toBeHidden()
      await button(page, 'Make codes').click()
      await stepUp(page).getByRole('button', { name: 'Use a passkey' }).click()
      await expect(codes.getByRole('listitem')).toHaveCount(10)
      await page.keyboard.press('Escape')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).last().click()

      await passkeys.getByRole('button', { name: 'Remove' }).click()
      await page
        .getByRole('alertdialog', { name: 'Remove My laptop?' })
        .getByRole('button', { name: 'Remove' })
        .click()
      await expect(passkeys).toContainText('You have no passkey yet.')
      await totp.getByRole('button', { name: 'Turn off' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
      await expect(totp.getByRole('button', { name: 'Turn on' })).toBeVisible()
    } finally {
      await closePages(page.context())
      await app.stop()
    }
  },
)
