import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { copyDemoData } from '#tests/support/e2e-demo-data.ts'
import { pictureFile, videoFile } from '#tests/support/e2e-files.ts'
import { startServer } from '#tests/support/e2e-server.ts'
import { ALL, expect, test } from '#tests/support/e2e.ts'

test('Telegram media are uploaded, replaced and removed', async ({
  page,
  openAs,
  expectAccessible,
}) => {
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
})

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

test(
  'A wrong file is refused, by name before it is sent and by content at the server',
  ALL,
  async ({ page, openAs, allowConsole }) => {
    allowConsole(/status of 415/)
    await openAs(page, 'admin@saleroom.example', '/project-settings')
    const aura = page.getByRole('region', { name: 'AURA', exact: true })
    const picker = aura.getByLabel('Media file')
    const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })
    await picker.setInputFiles(file('a.pdf', 'application/pdf', Buffer.from('%PDF-1.7')))
    await expect(aura.getByText('Must be an image or a video')).toBeVisible()
    await picker.setInputFiles(file('a.mp4', 'video/mp4', Buffer.alloc(50_000_001)))
    await expect(aura.getByText('Must be at most 50 MB')).toBeVisible()
    await picker.setInputFiles(file('a.png', 'image/png', Buffer.from('<script>alert(1)</script>')))
    await expect(page.getByText('Unsupported media type')).toBeVisible()
    await expect(aura.getByText('No media uploaded')).toBeVisible()
  },
)

test(
  'The connection to Brevo is tested with the saved key, which is never shown',
  ALL,
  async ({ page, openAs, allowConsole }) => {
    allowConsole(/status of 400/)
    const keys: (string | string[] | undefined)[] = []
    const brevo = createServer((request, response) => {
      keys.push(request.headers['api-key'])
      const isGood = request.headers['api-key'] === 'xkeysib-good-4f2a'
      const body = isGood ? {} : { message: 'Key not found', code: 'unauthorized' }
      response.writeHead(isGood ? 200 : 401).end(JSON.stringify(body))
    }).listen(0, '127.0.0.1')
    await once(brevo, 'listening')
    const address = brevo.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const folder = await mkdtemp(path.join(tmpdir(), 'saleroom-e2e-'))
    await copyDemoData(folder)
    const server = await startServer({
      SALEROOM_DATA: folder,
      BREVO_API_URL: `http://127.0.0.1:${address.port}`,
    })
    try {
      const app = { ...server, folder }
      await openAs(page, 'marketing@saleroom.example', '/project-settings', app)
      const aura = page.getByRole('region', { name: 'AURA', exact: true })
      const key = aura.getByLabel('API key')
      const check = aura.getByRole('button', { name: 'Test connection' })
      const save = async (value: string) => {
        await key.fill(value)
        await expect(check).toHaveAttribute('aria-disabled', 'true')
        await page.getByRole('button', { name: 'Confirm Update' }).filter({ visible: true }).click()
        await expect(page.getByText('Successfully updated data').last()).toBeVisible()
      }
      await save('xkeysib-wrong-0000')
      await expect(key).toHaveValue('••••0000')
      await check.click()
      await expect(
        page.getByText('Brevo integration test failed for AURA: "Key not found"'),
      ).toBeVisible()
      await save('xkeysib-good-4f2a')
      await expect(key).toHaveValue('••••4f2a')
      await check.click()
      await expect(aura.getByText('Connected')).toBeVisible()
      expect(new Set(keys)).toEqual(new Set(['xkeysib-wrong-0000', 'xkeysib-good-4f2a']))
    } finally {
      await page.close()
      await server.stop()
      brevo.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
)
