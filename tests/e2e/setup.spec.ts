import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { signInCaller } from '#tests/support/journeys/e2e-calls.ts'
import { startServer } from '#tests/support/journeys/e2e-server.ts'
import {
  ALL,
  ALL_PHONE,
  closePages,
  DEMO_PASSWORD,
  expect,
  PHONE,
  test as base,
  type RunningApp,
} from '#tests/support/journeys/e2e.ts'
import { layoutErrors } from '#tests/support/screens/layout-errors.ts'
import { WINDOW_SIZES } from '#tests/support/screens/window-sizes.ts'

const ADMIN = 'maya@saleroom.example'

/** A server on an empty database, as a new machine starts it. */
const test = base.extend<{ emptyApp: RunningApp }>({
  emptyApp: async ({ context }, give) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'saleroom-e2e-'))
    const server = await startServer({
      SALEROOM_DATA: folder,
      SALEROOM_DEMO: '0',
      SALEROOM_ADMIN_EMAIL: ADMIN,
      SALEROOM_ADMIN_PASSWORD: DEMO_PASSWORD,
    })
    await give({ ...server, folder })
    await closePages(context)
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  },
})

interface SentExample {
  url: string
  headers: Record<string, string>
  body: string
}

/** The request of a copied curl command: a test machine may have no curl. */
function readCurl(command: string): SentExample {
  const [url = '', authorization = '', type = '', body = ''] = [
    ...command.matchAll(/'([^']*)'/g),
  ].map(([, text = '']) => text)
  const headers = [authorization, type].map((header) => header.split(': ', 2))
  return { url, headers: Object.fromEntries(headers) as Record<string, string>, body }
}

/** Sends it as the site does, without the cookies of a browser. */
async function post({ url, headers, body }: SentExample) {
  const { status } = await fetch(url, { method: 'POST', headers, body })
  expect(status).toBe(200)
}

test(
  'A sale is set up in the browser, from an empty server to its first purchase',
  PHONE,
  async ({ page, context, emptyApp, openAs, expectAccessible }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openAs(page, ADMIN, '/', emptyApp)
    const guide = page.getByRole('region', { name: 'Set up your sale' })
    const steps = guide.getByRole('listitem')
    const present = guide.locator('[aria-current=step]')
    await expect(present).toContainText('Add a project')
    await expect(guide.getByRole('progressbar', { name: 'Steps done' })).toHaveAttribute(
      'aria-valuenow',
      '0',
    )
    await expectAccessible(page)

    await guide.getByRole('button', { name: 'Add your first project' }).click()
    const add = page.getByRole('dialog', { name: 'Add a project' })
    await add.getByLabel('Name').fill('AURA')
    await add.getByLabel('Website URL').fill('https://aura.example')
    await add.getByRole('button', { name: 'Add project' }).click()
    await expect(present).toContainText('Invite your team')
    await expect(steps.first()).toContainText('AURA, https://aura.example')
    await expect(page.getByText('No event has arrived from aura.example yet')).toBeVisible()
    await expect(page.getByText('Try a longer period')).toHaveCount(0)

    await present.getByRole('link', { name: 'Open team' }).click()
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    const invite = page.getByRole('dialog', { name: 'Invite to the team' })
    await invite.getByLabel('Email').fill('omar@saleroom.example')
    await invite.getByRole('radio', { name: 'User' }).click()
    await invite.getByRole('checkbox', { name: 'AURA' }).click()
    await invite.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByRole('button', { name: 'Copy one-time password' })).toBeVisible()
    await page.getByRole('button', { name: 'Copy one-time password' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.goBack()

    await expect(present).toContainText('Set the terms')
    await expect(present).toContainText('Now: No fee, no liquidity split, referral payouts 0%.')
    await expectAccessible(page)
    await present.getByRole('button', { name: 'Keep them as they are' }).click()
    await expect(present).toContainText('Plan the stages')
    await expect(present.getByRole('link', { name: 'Plan the stages' })).toHaveAttribute(
      'href',
      '/stages/AURA/edit?project=AURA',
    )
    await present.getByRole('button', { name: 'Skip for now' }).click()
    await expect(present).toContainText('Connect the site')
    await expect(steps.nth(1)).toContainText('One person invited. Nobody has signed in yet.')
    await expect(guide.getByRole('status').last()).toContainText(
      'Waiting for the first event from aura.example',
    )
    await present.getByRole('button', { name: 'Create a key' }).click()
    await expect(present.getByRole('button', { name: 'Copy key' })).toBeVisible()
    await expectAccessible(page)
    await present.getByRole('radio', { name: 'TypeScript' }).click()
    await expect(present).toContainText('await fetch(')
    await present.getByRole('radio', { name: 'curl' }).click()
    await present.getByRole('button', { name: 'Copy example' }).click()
    const example = readCurl(await page.evaluate(() => navigator.clipboard.readText()))
    expect(example.url).toBe(`${emptyApp.url}/v1/ingest/AURA/events`)

    // A refused event is named where it is waited for.
    const send = (events: object[]) => post({ ...example, body: JSON.stringify({ events }) })
    await send([{ id: 'wrong-1', kind: 'wallet', wallet_address: '0x12' }])
    await expect(guide.getByText(/^An event was refused at/)).toContainText(/\d\d:\d\d:\d\d/)
    await expect(page.getByText(/Last attempt .*, refused/)).toBeVisible()
    await expectAccessible(page)

    await post(example)
    await expect(present).toContainText('Look at the first purchase')
    // It was a test: the project still waits for its first event.
    await expect(guide).toContainText('A test has arrived.')
    await expect(page.getByText('No event has arrived from aura.example yet')).toBeVisible()
    await expectAccessible(page)

    const at = new Date().toISOString()
    await send([
      {
        id: 'purchase-1',
        kind: 'transaction',
        occurred_at: at,
        created_at: at,
        transaction_id: 't1',
        wallet_address: `0x${'cd'.repeat(20)}`,
        status: 'completed',
        payment_token_name: 'ETH',
        payment_token_amount: '1',
        payment_usd_amount: '3000.25',
      },
    ])
    await expect(guide).toBeHidden()
    await expect(page.getByRole('region', { name: 'Transactions' })).toContainText('$3,000.25')
  },
)

test(
  'The steps of the guide are skipped and found again, and the guide is hidden and shown',
  ALL_PHONE,
  async ({ page, emptyApp, openAs, expectAccessible }) => {
    await openAs(page, ADMIN, '/', emptyApp)
    const guide = page.getByRole('region', { name: 'Set up your sale' })
    const present = guide.locator('[aria-current=step]')
    await present.getByRole('button', { name: 'Skip for now' }).focus()
    await page.keyboard.press('Enter')
    await expect(present).toContainText('Invite your team')
    await present.getByRole('button', { name: 'Skip for now' }).click()
    await expect(present).toContainText('Add a project first.')
    await present.getByRole('button', { name: 'Skip for now' }).click()
    await expect(present).toContainText('Plan the stages')
    await present.getByRole('button', { name: 'Skip for now' }).click()
    await expect(present).toContainText('Connect the site')
    await expectAccessible(page)
    await page.reload()
    await expect(present).toContainText('Connect the site')
    await guide.getByRole('button', { name: 'Do it now: Add a project' }).click()
    await expect(present).toContainText('Add a project')

    await page.getByRole('button', { name: 'Hide the guide' }).click()
    await expect(guide).toBeHidden()
    await expect(page.getByText('You have no project yet')).toBeVisible()
    await expectAccessible(page)
    await page.reload()
    await page.getByRole('button', { name: 'Show the guide' }).click()
    await expect(present).toContainText('Add a project')
  },
)

test(
  'The guide fits into every window, with long names',
  ALL,
  async ({ page, emptyApp, openAs }) => {
    const caller = await signInCaller(emptyApp, ADMIN)
    await caller.post('/projects', {
      id: 'Long'.repeat(25),
      website_url: `https://${'long.'.repeat(60)}example`,
    })
    await openAs(page, ADMIN, '/', emptyApp)
    const present = page.locator('[aria-current=step]')
    await present.getByRole('button', { name: 'Skip for now' }).click()
    await expect(present).toContainText('Set the terms')
    await present.getByRole('button', { name: 'Skip for now' }).click()
    await expect(present).toContainText('Plan the stages')
    await present.getByRole('button', { name: 'Skip for now' }).click()
    await present.getByRole('button', { name: 'Create a key' }).click()
    await expect(present.getByRole('button', { name: 'Copy key' })).toBeVisible()
    for (const size of WINDOW_SIZES) {
      await page.setViewportSize(size)
      await expect
        .poll(() => layoutErrors(page), { message: `the guide at ${size.width} px` })
        .toEqual([])
    }
  },
)
