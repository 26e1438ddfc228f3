import type { Page, Response } from '@playwright/test'
import type { Call } from '#src/wire/call.ts'
import { calls } from '#src/wire/calls.ts'
import { signInCaller } from '#tests/support/journeys/e2e-calls.ts'
import { ALL, ALL_PHONE, expect, inSidebar, test } from '#tests/support/journeys/e2e.ts'
import type { RunningApp } from '#tests/support/journeys/e2e.ts'

const ADMIN = 'admin@saleroom.example'
const STAFF = 'user@saleroom.example'
const NOTICE = 'You can look, but not change'

/** Takes the right to make changes from a person, or gives it back. */
async function setRight(app: RunningApp, email: string, mayWrite: 0 | 1): Promise<void> {
  const caller = await signInCaller(app, ADMIN)
  const members = await caller.get<{ id: string; email: string }[]>('/team')
  const id = members.find((member) => member.email === email)?.id
  await caller.patch(`/team/${id}`, { may_write: mayWrite })
}

/** The calls that people who only look may make, though they are not GET. */
const OWN = Object.values<Call>(calls)
  .filter(({ own, access }) => own === true || access === 'open')
  .map(({ method, path }) => ({
    method,
    path: new RegExp(`^/v1${path.replaceAll(/:\w+/g, '[^/]+')}$`),
  }))

/** Every request of the page that is no read and not about the person's own account. */
function watchWrites(page: Page): string[] {
  const writes: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    const method = request.method()
    const isOwn = OWN.some((call) => call.method === method && call.path.test(pathname))
    if (pathname.startsWith('/v1/') && method !== 'GET' && !isOwn)
      writes.push(`${method} ${pathname}`)
  })
  return writes
}

/** Every page of somebody who only looks, with a record of each kind. */
async function readerPaths(app: RunningApp): Promise<string[]> {
  const call = await signInCaller(app, STAFF)
  const first = async (path: string) =>
    (
      await call.get<{ results: { id: string; wallet_address: string }[] }>(
        `${path}?projects=AURA&limit=1`,
      )
    ).results[0]
  const purchase = await first('/transactions')
  const code = await first('/bonus-codes')
  return [
    '/',
    '/channels',
    '/launch-comparison',
    '/stages',
    '/settlement',
    '/allocations',
    '/transactions',
    '/transactions/payments',
    '/users',
    `/users/AURA/${purchase?.wallet_address}`,
    `/transactions/AURA/${purchase?.id}`,
    '/manual-transactions',
    '/bonus-codes',
    `/bonus-codes/AURA/${code?.id}`,
    '/leads',
    '/banners',
    '/seo-scripts',
    '/project-settings',
    '/alerts',
    '/account',
  ]
}

const WRITING =
  /^(?:Add|Approve|Cancel request|Change|Confirm|Create|Credit|Delete|Disable|Dismiss|Drag|Edit|Freeze|Import|Invite|New|Reject|Remove|Replace|Restore|Retry|Reverse|Save|Set|Test|Try again|Upload|Use as template|Void)\b/
/** Columns of Channels, which they sort by. */
const COLUMNS = new Set(['Change', 'New'])
/** They change nothing that others see. */
const OWN_PAGES = new Set(['/account', '/alerts'])

test(
  'Somebody who only looks meets no button that would be refused, on any page',
  ALL_PHONE,
  async ({ page, ownApp, openAs, expectAccessible }) => {
    test.slow()
    await setRight(ownApp, STAFF, 0)
    const writes = watchWrites(page)
    await openAs(page, STAFF, '/users', ownApp)
    const notice = page.getByRole('status', { name: NOTICE })
    await expect(notice).toContainText('An admin set this for your account.')
    await inSidebar(page, async () => {
      await expect(page.getByRole('navigation', { name: 'Main' }).getByText(NOTICE)).toBeVisible()
    })
    await expectAccessible(page)
    await notice.getByRole('button', { name: 'Got it' }).click()
    await expect(notice).toBeHidden()
    for (const path of await readerPaths(ownApp)) {
      await page.goto(`${ownApp.url}${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await expect(notice).toBeHidden()
      const main = page.getByRole('main')
      // Opened rows hold actions too.
      const rows = main.getByRole('button', { name: /^Details/, expanded: false })
      if ((await rows.count()) > 0) await rows.first().click()
      const names = await main
        .getByRole('button')
        .evaluateAll((all) =>
          all.map((each) => each.getAttribute('aria-label') ?? each.textContent.trim()),
        )
      if (!OWN_PAGES.has(path)) {
        expect
          .soft(
            names.filter((name) => WRITING.test(name) && !COLUMNS.has(name)),
            path,
          )
          .toEqual([])
        // What they may not change is text, not a locked field.
        expect.soft(await main.locator('input:disabled, textarea:disabled').count(), path).toBe(0)
      }
      await expectAccessible(page)
    }
    expect(writes).toEqual([])

    // Links that start an action say why they do not.
    await page.goto(`${ownApp.url}/bonus-codes?action=create`)
    await expect(page.getByText(NOTICE, { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.goto(`${ownApp.url}/leads?action=export`)
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(writes).toEqual([])
  },
)

test(
  'The right is taken while a dialog is open, and given back, without a reload',
  ALL,
  async ({ page, ownApp, openAs, expectAccessible }) => {
    const writes = watchWrites(page)
    await openAs(page, STAFF, '/users', ownApp)
    await page.getByRole('button', { name: 'Add Tokens' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add Tokens' })
    await dialog.getByLabel('Tokens', { exact: true }).fill('25000')
    await dialog.getByLabel('Reason').fill('Compensation for ticket 4190')
    await setRight(ownApp, STAFF, 0)
    const why = dialog.getByRole('status').filter({ hasText: NOTICE })
    await expect(why).toHaveText(
      /^You can look, but not change\. An admin set this at \d\d:\d\d\. Nothing was sent\.$/,
    )
    await expect(dialog.getByLabel('Reason')).toHaveValue('Compensation for ticket 4190')
    await expect(dialog.getByLabel('Reason')).toHaveAttribute('readonly')
    await expect(dialog.getByRole('button', { name: 'Add Tokens' })).toHaveCount(0)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Add Tokens' })).toHaveCount(0)
    await expect(page.getByRole('status', { name: NOTICE })).toBeVisible()
    expect(writes).toEqual([])

    await setRight(ownApp, STAFF, 1)
    await expect(page.getByRole('button', { name: 'Add Tokens' }).first()).toBeVisible()
    await expect(page.getByRole('status', { name: NOTICE })).toBeHidden()
  },
)

const LAYERS =
  'body > :not(#root) :is([role=dialog], [role=alertdialog], [role=menu], [role=listbox]):visible'
/** They end the session, or leave the app. */
const LEAVING = '/account'

test(
  'Nothing that somebody who only looks can press sends a write or is refused',
  ALL,
  async ({ page, ownApp, openAs, allowConsole }) => {
    test.slow()
    // The preview of a project's scripts runs none.
    allowConsole(/^error: Blocked script execution in 'about:srcdoc'/)
    await setRight(ownApp, STAFF, 0)
    const writes = watchWrites(page)
    const refused: string[] = []
    page.on('response', (response: Response) => {
      if (response.status() === 403) refused.push(response.url())
    })
    await openAs(page, STAFF, '/', ownApp)
    let count = 0
    for (const path of await readerPaths(ownApp)) {
      if (path === LEAVING) continue
      await page.goto(`${ownApp.url}${path}`)
      count += await pressAll(page)
      expect(writes, path).toEqual([])
      expect(refused, path).toEqual([])
    }
    expect(count).toBeGreaterThan(100)
  },
)

/**
 * Presses every control of a page and of the layers that it opens. Of those whose names differ only in
 * figures and addresses, one.
 * @returns how many
 */
async function pressAll(page: Page): Promise<number> {
  const start = page.url()
  const pressed = new Set<string>()
  const layers = page.locator(LAYERS)
  for (;;) {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    const open = await layers.count()
    const root = open > 0 ? layers.last() : page.getByRole('main')
    const name = await root.evaluate(pressNext, [...pressed])
    if (name !== null) {
      pressed.add(name)
      if (new URL(page.url()).pathname !== new URL(start).pathname) await page.goto(start)
      continue
    }
    if (open === 0) return pressed.size
    await page.keyboard.press('Escape')
    await expect(layers).not.toHaveCount(open)
  }
}

/** Presses the first control that is not among those pressed. Runs in the page. */
async function pressNext(root: Element, pressed: string[]): Promise<string | null> {
  const controls = root.querySelectorAll<HTMLElement>(
    'button, [role=button], [role=switch], [role=checkbox], [role=menuitem], [role=option], [role=radio]',
  )
  for (const control of controls) {
    const text = control.getAttribute('aria-label') ?? control.textContent
    const name = `${root.getAttribute('role') ?? 'page'}: ${text.replaceAll(/0x[\w…]+|\d[\d,.:]*/g, '0')}`
    if (pressed.includes(name) || !control.checkVisibility()) continue
    control.click()
    // What it changes is drawn.
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve))
    })
    return name
  }
  return null
}
