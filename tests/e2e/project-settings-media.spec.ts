import { pictureFile, videoFile } from '#tests/support/journeys/e2e-files.ts'
import { ALL, expect, test } from '#tests/support/journeys/e2e.ts'

test(
  'Telegram media are uploaded, replaced and removed',
  ALL,
  async ({ page, openAs, expectAccessible }) => {
    await openAs(page, 'admin@saleroom.example', '/project-settings')
    const aura = page.getByRole('region', { name: 'AURA', exact: true })
    const picker = aura.getByLabel('Media file')
    await expect(aura.getByText('No media uploaded')).toBeVisible()
    const chosen = page.waitForEvent('filechooser')
    await aura.getByRole('button', { name: 'Upload' }).click()
    await (await chosen).setFiles(await pictureFile('cat.png', 640, 360))
    await expect(page.getByText('Successfully uploaded image')).toBeVisible()
    await expect(aura.getByText(/^PNG, 640 × 360/)).toBeVisible()
    await expect(aura.getByRole('img', { name: 'Telegram media of AURA' })).toBeVisible()
    await expectAccessible(page)

    await picker.setInputFiles(videoFile('film.mp4', 20_000_000))
    await expect(aura.getByText('MP4, 20 MB')).toBeVisible()

    await aura.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete telegram media?' })
    await expect(question).toContainText('Are you sure you want to delete the telegram media?')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Successfully deleted image')).toBeVisible()
    await expect(aura.getByText('No media uploaded')).toBeVisible()
  },
)

test(
  'A long upload shows how far it is, and can be stopped',
  ALL,
  async ({ page, openAs, context }) => {
    await openAs(page, 'admin@saleroom.example', '/project-settings')
    const aura = page.getByRole('region', { name: 'AURA', exact: true })
    await expect(aura.getByText('No media uploaded')).toBeVisible()
    const network = await context.newCDPSession(page)
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 2_000_000,
    })
    await aura.getByLabel('Media file').setInputFiles(videoFile('film.mp4', 20_000_000))
    const progress = aura.getByRole('progressbar', { name: 'Uploading media' })
    await expect(progress).toHaveAttribute('aria-valuenow', /^[1-9]\d?$/)
    await aura.getByRole('button', { name: 'Cancel upload' }).click()
    await expect(progress).toBeHidden()
    await expect(aura.getByText('No media uploaded')).toBeVisible()
  },
)
