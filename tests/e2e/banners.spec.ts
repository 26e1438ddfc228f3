import type { Page } from '@playwright/test'
import { openFolder } from '#tests/support/journeys/e2e-database.ts'
import { pictureFile } from '#tests/support/journeys/e2e-files.ts'
import {
  ALL,
  expect,
  PHONE,
  test,
  type OpenAs,
  type RunningApp,
} from '#tests/support/journeys/e2e.ts'
import { dragByMouse, dragByTouch } from '#tests/support/screens/drag.ts'

const banners = (page: Page) => page.getByRole('article', { name: /^Banner \d+$/ })
const urls = (page: Page) => banners(page).getByText(/^(https:\/\/.*|None)$/)

async function openBanners(openAs: OpenAs, page: Page, email: string, at?: RunningApp) {
  await openAs(page, email, '/banners', at)
  await expect(banners(page)).toHaveCount(3)
  return await urls(page).allTextContents()
}

/** The click URLs of AURA's banners in their stored order. */
async function storedOrder(app: RunningApp): Promise<string[]> {
  await app.stop()
  const database = await openFolder(app.folder)
  const rows = await database.query<{ url: string }>(
    `select coalesce(click_url, 'None') as url from banners where project_id = 'AURA' order by ordering`,
  )
  await database.close()
  return rows.map((row) => row.url)
}

test(
  'Banners are moved by the keyboard, and stay where they were put',
  ALL,
  async ({ page, openAs, ownApp }) => {
    const [first, second, third] = await openBanners(openAs, page, 'admin@saleroom.example', ownApp)
    // Handle, laptop, phone and details stand side by side.
    const box = await banners(page).first().boundingBox()
    expect(box?.height).toBeLessThan(400)
    const handle = page.getByRole('button', { name: 'Move banner, position 1 of 3' })
    await handle.focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByText('Moved banner, position 2 of 3')).toBeAttached()
    await page.keyboard.press('ArrowDown')
    await expect(urls(page)).toHaveText([second ?? '', third ?? '', first ?? ''])
    await expect(page.getByRole('button', { name: 'Move banner, position 3 of 3' })).toBeFocused()
    await expect(page.getByText('Successfully reordered banners').last()).toBeVisible()
    await page.reload()
    await expect(urls(page)).toHaveText([second ?? '', third ?? '', first ?? ''])
    await page.close()
    expect(await storedOrder(ownApp)).toEqual([second, third, first])
  },
)

test(
  'Banners are dragged by the mouse or a finger, and the new order is saved at once',
  PHONE,
  async ({ page, openAs, ownApp, isMobile }) => {
    const before = await openBanners(openAs, page, 'admin@saleroom.example', ownApp)
    const handle = page.getByRole('button', { name: 'Move banner, position 1 of 3' })
    // Content above it moves it while the page loads.
    await expect(page.getByText(/^As of /)).toBeVisible()
    await expect(page.getByRole('img', { name: 'Banner 3 on a phone' })).toBeVisible()
    await handle.click({ trial: true })
    const box = await handle.boundingBox()
    const height = (await banners(page).nth(0).boundingBox())?.height
    if (!box || height === undefined) throw new Error('no banner')
    const grip = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    const far = height * 1.1
    if (!isMobile) {
      // Neither a short movement nor another button starts a drag.
      await dragByMouse(page, grip, 8)
      await dragByMouse(page, grip, far, { button: 'right' })
      await expect(urls(page)).toHaveText(before)
    }
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/reorder'))
    // The other banners make room during the drag.
    const arrival = async () => (await urls(page).first().textContent()) !== before[0]
    if (isMobile) await dragByTouch(page, grip, far, arrival)
    else await dragByMouse(page, grip, far, { arrival })
    expect((await saved).status()).toBe(200)
    await expect(page.getByText('Successfully reordered banners')).toBeVisible()
    const after = await urls(page).allTextContents()
    expect(after).not.toEqual(before)
    expect(after.toSorted()).toEqual(before.toSorted())
    await page.close()
    expect(await storedOrder(ownApp)).toEqual(after)
  },
)

test('A banner is created with images of the right ratios, and deleted after confirmation', async ({
  page,
  openAs,
  ownApp,
  expectAccessible,
}) => {
  await openBanners(openAs, page, 'marketing@saleroom.example', ownApp)
  await page.getByRole('button', { name: 'Create banner' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a new Banner' })
  const confirm = dialog.getByRole('button', { name: 'Confirm' })
  await expect(confirm).toBeDisabled()
  // The press blurs the first image field, whose message must not move the switch away.
  await dialog.getByRole('switch', { name: 'Has click url?' }).click()
  await expect(dialog.getByRole('switch', { name: 'Has click url?' })).toBeChecked()
  await dialog.getByLabel('Desktop image').setInputFiles(await pictureFile('wide.png', 1600, 600))
  await expect(
    dialog.getByText('Your desktop image has the wrong aspect ratio, it should be of ratio 16:5'),
  ).toBeVisible()
  await dialog.getByLabel('Mobile image').setInputFiles(await pictureFile('m.png', 800, 600))
  await expect(dialog.getByText('800 × 600')).toBeVisible()
  await expect(confirm).toBeDisabled()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Remove desktop image' }).click()
  await expect(dialog.getByText('Must select a desktop image')).toBeVisible()
  await dialog.getByLabel('Desktop image').setInputFiles(await pictureFile('d.png', 1600, 500))
  await dialog.getByRole('textbox', { name: 'Click URL' }).fill('aura.example')
  await confirm.click()
  await expect(dialog.getByText('Click url is invalid')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Click URL' }).fill('https://aura.example/new')
  const request = page.waitForRequest(
    (sent) => sent.method() === 'POST' && sent.url().includes('/banners/'),
  )
  await confirm.click()
  expect((await request).headers()['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
  await expect(page.getByText('Successfully created banner')).toBeVisible()
  await expect(dialog).toBeHidden()
  const made = page.getByRole('article', { name: 'Banner 4' })
  await expect(made).toContainText('https://aura.example/new')
  await expect(made.getByRole('img', { name: 'Banner 4 on a desktop' })).toBeVisible()
  await expectAccessible(page)

  await made.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete Banner?' })
  await expect(question).toContainText('Are you sure you want to delete this banner?')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Successfully deleted banner')).toBeVisible()
  await expect(banners(page)).toHaveCount(3)
})

test('Files that are not images are rejected', ALL, async ({ page, openAs }) => {
  await openBanners(openAs, page, 'admin@saleroom.example')
  await page.getByRole('button', { name: 'Create banner' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a new Banner' })
  const desktop = dialog.getByLabel('Desktop image')
  const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="16" height="5"/>')
  await desktop.setInputFiles(file('a.svg', 'image/svg+xml', svg))
  await expect(dialog.getByText('Must be a PNG, JPEG, WebP or GIF image')).toBeVisible()
  await desktop.setInputFiles(file('a.png', 'image/png', svg))
  await expect(dialog.getByText('The file could not be read as an image')).toBeVisible()
  const cut = (await pictureFile('a.png', 1600, 500)).buffer.subarray(0, 60)
  await desktop.setInputFiles(file('cut.png', 'image/png', cut))
  await expect(dialog.getByText('The file could not be read as an image')).toBeVisible()
  await desktop.setInputFiles(file('a.png', 'image/png', Buffer.alloc(10_000_001)))
  await expect(dialog.getByText('Must be at most 10 MB')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Confirm' })).toBeDisabled()
})
