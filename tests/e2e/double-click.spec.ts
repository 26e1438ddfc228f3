import type { Page } from '@playwright/test'
import { ALL, expect, test } from '#tests/support/journeys/e2e.ts'

// A double click opens a confirmation, and its second click must not confirm it, wherever the pointer is.

const ADMIN = 'admin@saleroom.example'
const OTHER = 'client@saleroom.example'

interface Confirmation {
  path: string
  /** From the page on; the last one opens the confirmation. A name of a menu's item comes after its menu. */
  presses: readonly { role: 'button' | 'menuitem' | 'switch'; name: string | RegExp }[]
  title: string
  confirm: string
}

const EDIT = /^Edit /
const button = (name: string | RegExp) => ({ role: 'button', name }) as const
const item = (name: string) => ({ role: 'menuitem', name }) as const
const CONFIRMATIONS: readonly Confirmation[] = [
  {
    path: '/bonus-codes?projects=AURA',
    presses: [button('Disable')],
    title: 'Disable Bonus Code',
    confirm: 'Disable',
  },
  {
    path: '/banners?project=AURA',
    presses: [button('Delete')],
    title: 'Delete Banner?',
    confirm: 'Delete',
  },
  {
    path: '/project-settings?projects=AURA',
    presses: [button('Archive project')],
    title: 'Archive project?',
    confirm: 'Archive',
  },
  {
    path: '/project-settings?projects=AURA',
    presses: [{ role: 'switch', name: 'Staking rewards' }],
    title: 'Confirm Disabling Staking Rewards',
    confirm: 'Disable',
  },
  {
    path: '/connections?project=AURA',
    presses: [button('Rotate')],
    title: 'Rotate key?',
    confirm: 'Rotate',
  },
  {
    path: '/connections?project=AURA',
    presses: [button('Revoke')],
    title: 'Revoke key?',
    confirm: 'Revoke',
  },
  {
    path: '/alerts',
    presses: [button(EDIT), button('Delete')],
    title: 'Delete alert?',
    confirm: 'Delete',
  },
  ...(['End sessions', 'Disable'] as const).map((name) => ({
    path: '/team',
    presses: [button(`Actions for ${OTHER}`), item(name)],
    title: `${name === 'Disable' ? 'Disable' : 'End sessions of'} ${OTHER}?`,
    confirm: name,
  })),
]

/** Lists what the page sends that may change something. */
function writesOf(page: Page): string[] {
  const writes: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // These change nothing that a person sees.
    const isWrite = request.method() !== 'GET' && !/refresh-tokens|vitals|preview/.test(pathname)
    if (isWrite && pathname.startsWith('/v1/')) writes.push(`${request.method()} ${pathname}`)
  })
  return writes
}

test(
  'The second click of a double click confirms nothing',
  ALL,
  async ({ page, ownApp, openAs }) => {
    await openAs(page, ADMIN, '/alerts', ownApp)
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
    await page.getByRole('button', { name: 'Add', exact: true }).first().click()
    await saved
    await expect(page.getByRole('button', { name: EDIT })).toBeVisible()
    await page.goto(`${ownApp.url}/connections?project=AURA`)
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('site')
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    await expect(page.getByRole('button', { name: 'Copy key' })).toBeVisible()

    const writes = writesOf(page)
    for (const { path, presses, title, confirm } of CONFIRMATIONS) {
      await page.goto(ownApp.url + path)
      for (const [index, { role, name }] of presses.entries()) {
        const control = page.getByRole(role, { name, exact: true }).first()
        if (index < presses.length - 1) await control.click()
        else await control.dblclick()
      }
      const dialog = page.getByRole('alertdialog', { name: title })
      const act = dialog.getByRole('button', { name: confirm, exact: true })
      // Where the dialog opens under the pointer, the second click is this one.
      await act.dispatchEvent('click', { detail: 2 })
      await expect(dialog, title).toBeVisible()
      await expect(act, title).not.toHaveAttribute('aria-busy', 'true')
      expect(writes, title).toEqual([])
    }

    await page.goto(`${ownApp.url}/seo-scripts?projects=AURA`)
    await page.getByRole('textbox', { name: 'Head script' }).fill('<p>New</p>')
    await page.getByRole('button', { name: 'Save' }).dblclick()
    await expect(page.getByRole('button', { name: 'Back to editing' })).toBeVisible()
    expect(writes).toEqual([])
    await page.getByRole('button', { name: 'Logout' }).dblclick()
    const leave = page.getByRole('alertdialog', { name: 'Log out without saving?' })
    await leave.getByRole('button', { name: 'Logout' }).dispatchEvent('click', { detail: 2 })
    await expect(leave).toBeVisible()
    expect(writes).toEqual([])
  },
)
