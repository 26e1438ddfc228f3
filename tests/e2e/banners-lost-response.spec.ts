import type { Page } from '@playwright/test'
import { pictureFile } from '#tests/support/journeys/e2e-files.ts'
import { ALL, expect, test } from '#tests/support/journeys/e2e.ts'

const URL_OF_IT = 'https://aura.example/lost'
const banners = (page: Page) => page.getByRole('article', { name: /^Banner \d+$/ })
const made = (page: Page) => banners(page).filter({ hasText: URL_OF_IT })

/** Lets every upload through and drops its response. @returns a function that ends this */
async function loseAnswers(page: Page) {
  const client = await page.context().newCDPSession(page)
  client.on('Fetch.requestPaused', ({ requestId, request }) => {
    const done =
      request.method === 'POST'
        ? client.send('Fetch.failRequest', { requestId, errorReason: 'Failed' })
        : client.send('Fetch.continueRequest', { requestId })
    // The page may have abandoned its request.
    done.catch(() => undefined)
  })
  await client.send('Fetch.enable', {
    patterns: [{ urlPattern: '*/v1/banners/*', requestStage: 'Response' }],
  })
  return () => client.send('Fetch.disable')
}

async function fillBanner(page: Page) {
  await page.getByRole('button', { name: 'Create banner' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a new Banner' })
  await dialog.getByLabel('Desktop image').setInputFiles(await pictureFile('d.png', 1600, 500))
  await dialog.getByLabel('Mobile image').setInputFiles(await pictureFile('m.png', 800, 600))
  await dialog.getByRole('switch', { name: 'Has click url?' }).click()
  await dialog.getByRole('textbox', { name: 'Click URL' }).fill(URL_OF_IT)
  return dialog
}

test(
  'A banner whose response was lost is sent again with its images, also after a reload, and created once',
  ALL,
  async ({ page, openAs, ownApp, allowConsole }) => {
    allowConsole(/ERR_FAILED/)
    await openAs(page, 'marketing@saleroom.example', '/banners', ownApp)
    await expect(banners(page)).toHaveCount(3)
    const dialog = await fillBanner(page)
    const findAnswers = await loseAnswers(page)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog.getByText('Checking whether the banner was created')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    // Chromium refuses an image that appears while its page is left, and logs it.
    await expect(dialog.getByRole('img', { name: /^Chosen/ })).toHaveCount(2)
    await expect(page.locator('article img')).toHaveCount(6)

    page.on('dialog', (question) => void question.accept())
    await page.reload()
    const note = page.getByRole('status').filter({ hasText: 'whether a new banner for the AURA' })
    await expect(note).toBeVisible()
    await findAnswers()
    await note.getByRole('button', { name: 'Check' }).click()
    await expect(page.getByText('Successfully created banner').first()).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(note).toBeHidden()
    await expect(made(page)).toHaveCount(1)
    await expect(banners(page)).toHaveCount(4)
  },
)

test(
  'The images of a banner that nobody answered for are not on the device after a logout',
  ALL,
  async ({ page, openAs, ownApp, allowConsole }) => {
    allowConsole(/ERR_FAILED/)
    await openAs(page, 'marketing@saleroom.example', '/banners', ownApp)
    const dialog = await fillBanner(page)
    const findAnswers = await loseAnswers(page)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog.getByText('The server has not confirmed')).toBeVisible()
    // The sent values can be viewed but not changed.
    await expect(dialog.getByRole('img', { name: 'Chosen desktop banner' })).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Click URL' })).toBeDisabled()
    await findAnswers()
    await dialog.getByRole('button', { name: 'Check later' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page
      .getByRole('alertdialog', { name: 'Log out without saving?' })
      .getByRole('button', { name: 'Logout' })
      .click()
    await page.waitForURL('**/login')
    const left = () =>
      page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const opened = indexedDB.open('saleroom:v2:attempts')
            opened.addEventListener('success', () => {
              const counting = opened.result.transaction('entries').objectStore('entries').count()
              counting.addEventListener('success', () => resolve(counting.result))
            })
          }),
      )
    await expect.poll(left).toBe(0)
  },
)
