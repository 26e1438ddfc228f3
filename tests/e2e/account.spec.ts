import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { ALL, expect, test, type RunningApp } from '#tests/support/journeys/e2e.ts'

/** The link in the last mail in the server's outbox. */
async function mailedLink(app: RunningApp): Promise<string> {
  const folder = path.join(app.folder, 'outbox')
  const last = (await readdir(folder)).toSorted().at(-1)
  if (last === undefined) throw new Error('no mail')
  // Quoted-printable folds long lines with "=" at the end.
  const text = (await readFile(path.join(folder, last), 'utf8')).replace(/=\r?\n/g, '')
  const link = /https?:\/\/\S+verify-email\?token=[\w=%-]+/.exec(text)?.[0]
  if (link === undefined) throw new Error(`no link in ${text}`)
  return link.replace('token=3D', 'token=')
}

test('An address is verified by the mailed link, and the link works once', async ({
  page,
  signIn,
  ownApp,
  expectAccessible,
  allowConsole,
}) => {
  allowConsole(/status of 400/)
  await signIn(page, 'new@saleroom.example', ownApp)
  await expect(page.getByRole('heading', { level: 1, name: 'Verify your email.' })).toBeVisible()
  await expectAccessible(page)
  const send = page.getByRole('button', { name: 'Send verification email' })
  await send.click()
  await expect(page.getByText('Successfully sent verification email')).toBeVisible()
  await expect(page.getByRole('timer')).toContainText(/You can send another in (30|29|28) s/)
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  await page.reload()
  await expect(page.getByRole('timer')).toBeVisible()
  await send.focus()
  await expect(page.getByRole('tooltip')).toHaveText(
    /^Must wait \d+ seconds before sending another email\.$/,
  )

  const link = await mailedLink(ownApp)
  await page.goto(link)
  await expect(page.getByText('Successfully verified email')).toBeVisible()
  await expect(page).toHaveURL(`${ownApp.url}/`)
  expect(await page.evaluate(() => JSON.stringify([location.href, document.title]))).not.toContain(
    'token',
  )
  await page.goto(`${ownApp.url}/verify-email`)
  await expect(page).toHaveURL(`${ownApp.url}/`)
})

test(
  'A new password follows its rules, and ends the session on the other device',
  ALL,
  async ({ page, signIn, ownApp, browser, allowConsole, expectAccessible }) => {
    allowConsole(/status of 40[01]/)
    const elsewhere = await (await browser.newContext()).newPage()
    await signIn(elsewhere, 'reset@saleroom.example', ownApp)
    await signIn(page, 'reset@saleroom.example', ownApp)
    await expect(
      page.getByRole('heading', { level: 1, name: 'Reset your password.' }),
    ).toBeVisible()
    const current = page.getByLabel('Current Password', { exact: true })
    const fresh = page.getByLabel('New Password', { exact: true })
    await fresh.fill('short')
    await current.focus()
    await expect(page.getByText('Must be 8 to 128 characters')).toBeVisible()
    await expectAccessible(page)
    await fresh.fill('saleroom-demo')
    await current.fill('saleroom-demo')
    await page.getByRole('button', { name: 'Reset password' }).click()
    await expect(page.getByText('Must not be the current password')).toBeVisible()
    await fresh.fill('a better secret')
    await expect(page.getByRole('listitem').filter({ hasText: ', met' })).toHaveCount(3)
    await current.fill('not the password')
    await page.getByRole('button', { name: 'Reset password' }).click()
    await expect(page.getByText('Incorrect password')).toBeVisible()
    await current.fill('saleroom-demo')
    await page.getByRole('button', { name: 'Reset password' }).click()
    await expect(page.getByText('Successfully reset password')).toBeVisible()
    await expect(page).toHaveURL(`${ownApp.url}/`)
    await elsewhere.reload()
    await expect(elsewhere).toHaveURL(/login/)
    await elsewhere.context().close()
  },
)
