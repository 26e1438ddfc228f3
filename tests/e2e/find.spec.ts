import type { Page } from '@playwright/test'
import { STORAGE_KEYS } from '#src/state/storage.ts'
import { endRoutes } from '#tests/support/e2e-routes.ts'
import { expect, inSidebar, ONCE, PHONE, test } from '#tests/support/e2e.ts'
import { keyboardOf } from '#tests/support/keyboard.ts'
import { layoutErrors } from '#tests/support/layout-errors.ts'
import { expectNoSideways, tap } from '#tests/support/touch.ts'

const ADMIN = 'admin@saleroom.example'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search everything' })
const field = (page: Page) => page.getByRole('combobox', { name: 'Search everything' })
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const title = (page: Page) => page.getByRole('heading', { level: 1 })

/** The page is ready: its own code and that of the search are loaded. */
async function ready(page: Page, name: string) {
  await expect(title(page)).toHaveText(name)
  await expect(page.getByRole('button', { name: 'Search everything' })).toBeVisible()
}

async function openFind(page: Page) {
  await page.getByRole('button', { name: 'Search everything' }).click()
  await expect(field(page)).toBeFocused()
}

interface Purchase {
  id: string
  wallet_address: string
  transaction_hash: string
  project_id: string
}
const FAILED = `select id, wallet_address, transaction_hash, project_id from transactions
  where status = 'failed' and transaction_hash is not null order by created_at desc, id desc limit 1`

test(
  'The keyboard alone opens a buyer’s wallet from a field of any page, and the focus returns',
  ONCE,
  async ({ page, openAs, database, expectAccessible }) => {
    const [purchase] = await database.query<Purchase>(FAILED)
    if (purchase === undefined) throw new Error('The demo data has no failed purchase')
    const keyboard = keyboardOf(page)
    await openAs(page, ADMIN, '/transactions')
    await ready(page, 'Transactions Search')
    const box = page.getByRole('searchbox', { name: 'Search' })
    await box.focus()

    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
    await expect(option(page, 'Create bonus code')).toHaveAttribute('aria-selected', 'true')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(box).toBeFocused()

    await page.keyboard.press('Control+k')
    await page.keyboard.insertText(`“${purchase.wallet_address}”`)
    await expect(group(page, 'Wallets').getByRole('option').first()).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await expect(group(page, 'Transactions of this wallet')).toBeVisible()
    await expect(dialog(page).getByText('Recognised as an address')).toBeVisible()
    await expectAccessible(page)
    // The chosen option is always in view.
    await page.keyboard.press('End')
    await expect(option(page, 'Copy wallet address')).toHaveAttribute('aria-selected', 'true')
    await expect(option(page, 'Copy wallet address')).toBeInViewport()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowUp')
    await expect(option(page, 'Copy wallet address')).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(
      new RegExp(`/users/${purchase.project_id}/${purchase.wallet_address}`),
    )
    await expect(dialog(page)).toBeHidden()
    await keyboard.isAt(title(page))
  },
)

test(
  'Enter right after pasting opens the record, and once only',
  ONCE,
  async ({ page, openAs, database }) => {
    const [purchase] = await database.query<Purchase>(FAILED)
    if (purchase === undefined) throw new Error('The demo data has no failed purchase')
    await openAs(page, ADMIN, '/leads')
    await ready(page, 'Leads')
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/v1/search', async (route) => {
      await held
      await route.continue()
    })
    // Twice: the dialog opens once, and what is typed next replaces the text.
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
    await page.keyboard.insertText('something else')
    await page.keyboard.press('Control+k')
    await page.keyboard.insertText(`https://etherscan.io/tx/${purchase.transaction_hash}`)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    release()
    await expect(page).toHaveURL(new RegExp(`/transactions/${purchase.project_id}/${purchase.id}`))
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.goBack()
    await ready(page, 'Leads')
    await endRoutes(page)
  },
)

test(
  'A mouse opens results here and in new tabs',
  ONCE,
  async ({ page, context, openAs, database }) => {
    const [code] = await database.query<{ code: string; id: string; project_id: string }>(
      'select code, id, project_id from bonus_codes order by created_at desc, id desc limit 1',
    )
    if (code === undefined) throw new Error('The demo data has no bonus code')
    await openAs(page, ADMIN, '/')
    await ready(page, 'Home')
    await openFind(page)
    await field(page).fill(code.code.toLowerCase())
    const found = group(page, 'Bonus codes').getByRole('option').first()
    await expect(found).toContainText(code.code)
    await expect(dialog(page).getByText('All projects')).toBeVisible()

    for (const click of [
      () => found.click({ button: 'middle' }),
      () => found.click({ modifiers: ['ControlOrMeta'] }),
    ]) {
      const opening = context.waitForEvent('page')
      await click()
      const tab = await opening
      await expect(tab).toHaveURL(new RegExp(`/bonus-codes\\?.*id=${code.id}`))
      await tab.close()
      await expect(dialog(page)).toBeVisible()
    }
    await page.bringToFront()
    const opening = context.waitForEvent('page')
    await field(page).press('Control+Enter')
    await (await opening).close()

    await found.click()
    await expect(page).toHaveURL(new RegExp(`/bonus-codes\\?.*id=${code.id}`))
    await expect(dialog(page)).toBeHidden()

    // A click beside the dialog closes it; the focus returns to the button.
    await openFind(page)
    await page.mouse.click(8, 8)
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Search everything' })).toBeFocused()
  },
)

test(
  'A finger finds a wallet on a phone',
  PHONE,
  async ({ page, openAs, database, isMobile, expectAccessible }) => {
    test.skip(!isMobile, 'Touch needs the phone project')
    const [purchase] = await database.query<Purchase>(FAILED)
    if (purchase === undefined) throw new Error('The demo data has no failed purchase')
    await openAs(page, ADMIN, '/')
    await ready(page, 'Home')
    await tap(page.getByRole('button', { name: 'Search everything' }))
    await expect(field(page)).toBeFocused()
    await expectAccessible(page)
    await field(page).fill(purchase.wallet_address)
    const wallet = group(page, 'Wallets').getByRole('option').first()
    await expect(wallet).toBeVisible()
    expect((await wallet.boundingBox())?.height).toBeGreaterThanOrEqual(56)
    await expectNoSideways(page)
    await expectAccessible(page)
    await tap(page.getByRole('button', { name: 'Clear' }))
    await expect(field(page)).toHaveValue('')
    await expect(field(page)).toBeFocused()
    await tap(dialog(page).getByRole('button', { name: 'Close' }))
    await expect(dialog(page)).toBeHidden()
    await tap(page.getByRole('button', { name: 'Search everything' }))
    await field(page).fill(purchase.wallet_address)
    await tap(wallet)
    await expect(page).toHaveURL(new RegExp(`/users/${purchase.project_id}/0x`))
  },
)

test(
  'Opened records come first next time, without amounts on the disk, until Logout',
  ONCE,
  async ({ page, openAs, database }) => {
    const [purchase] = await database.query<Purchase>(FAILED)
    if (purchase === undefined) throw new Error('The demo data has no failed purchase')
    await openAs(page, ADMIN, '/')
    await ready(page, 'Home')
    await openFind(page)
    await field(page).fill(purchase.transaction_hash)
    await option(page, new RegExp(purchase.transaction_hash)).click()
    await expect(title(page)).toHaveText(`Transaction ${purchase.id}`)
    await openFind(page)
    // The present page is no recent one.
    await expect(option(page, 'Create bonus code')).toBeVisible()
    await expect(group(page, 'Recent')).toBeHidden()
    await field(page).fill('user search')
    await option(page, /^User Search/)
      .first()
      .click()
    await ready(page, 'User Search')
    await page.goto('/')
    await ready(page, 'Home')
    await openFind(page)
    await expect(group(page, 'Recent').getByRole('option')).toHaveCount(2)
    await expect(group(page, 'Recent').getByRole('option').nth(1)).toContainText(
      purchase.transaction_hash,
    )
    const stored = await page.evaluate((key) => localStorage.getItem(key), STORAGE_KEYS.recents)
    expect(Object.keys(JSON.parse(stored ?? '{}').items[1]).toSorted()).toEqual([
      'at',
      'id',
      'kind',
      'projectId',
      'title',
    ])
    await field(page).fill('logout')
    await field(page).press('Enter')
    await expect(page).toHaveURL(/\/login/)
    expect(await page.evaluate((key) => localStorage.getItem(key), STORAGE_KEYS.recents)).toBeNull()
  },
)

test(
  'Offline it finds what this device holds, and says so',
  ONCE,
  async ({ page, context, openAs, database, allowConsole }) => {
    allowConsole(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
    const [code] = await database.query<{ code: string }>(
      'select code from bonus_codes order by created_at desc, id desc limit 1',
    )
    if (code === undefined) throw new Error('The demo data has no bonus code')
    await openAs(page, ADMIN, '/bonus-codes')
    await expect(page.getByText(code.code).first()).toBeVisible()
    // Another start of the app: the codes are on the disk, not in memory.
    await page.goto('/leads')
    await ready(page, 'Leads')
    await openFind(page)
    await context.setOffline(true)
    await expect(dialog(page).getByText('Offline: pages, actions and saved records')).toBeVisible()
    await field(page).fill(code.code.slice(0, 6))
    await expect(option(page, new RegExp(code.code))).toBeVisible()
    await field(page).fill('privacy')
    await expect(option(page, /Privacy mode/)).toBeVisible()
    await field(page).fill('banners')
    await expect(option(page, /Banners/)).toBeVisible()
    await context.setOffline(false)
  },
)

test('Privacy mode masks the amounts of the results', ONCE, async ({ page, openAs, database }) => {
  const [purchase] = await database.query<Purchase>(FAILED)
  if (purchase === undefined) throw new Error('The demo data has no failed purchase')
  await openAs(page, ADMIN, '/leads')
  await ready(page, 'Leads')
  await openFind(page)
  await field(page).fill('priv')
  await field(page).press('Enter')
  await expect(dialog(page)).toBeHidden()
  await openFind(page)
  await expect(option(page, 'Privacy mode')).toContainText('On')
  await field(page).fill(purchase.wallet_address)
  await expect(group(page, 'Transactions of this wallet')).toBeVisible()
  await expect(group(page, 'Wallets').getByRole('img', { name: 'Hidden' }).first()).toBeVisible()
  for (const name of ['Wallets', 'Transactions of this wallet'])
    expect(await group(page, name).innerText()).not.toMatch(/\$|\d,\d{3}|\d\.\d/)
})

test(
  'Marketing finds leads and its pages, and no wallet, purchase or code',
  ONCE,
  async ({ page, openAs, database }) => {
    const [purchase] = await database.query<Purchase>(
      `${FAILED.slice(0, FAILED.indexOf('where'))} where project_id = 'AURA' and transaction_hash is not null limit 1`,
    )
    const [lead] = await database.query<{ email: string }>(
      "select email from leads where project_id = 'AURA' and email is not null limit 1",
    )
    const [foreign] = await database.query<{ email: string }>(
      `select email from leads where project_id = 'HELIX' and email not in
        (select email from leads where project_id in ('AURA', 'PYXIS') and email is not null)
        limit 1`,
    )
    if (!purchase || !lead || !foreign) throw new Error('The demo data has no such records')
    await openAs(page, 'marketing@saleroom.example', '/leads')
    await ready(page, 'Leads')
    await openFind(page)
    await expect(option(page, 'Create banner')).toBeVisible()
    await expect(option(page, 'Create bonus code')).toBeHidden()
    await field(page).fill(lead.email.slice(0, -2))
    await expect(group(page, 'Leads').getByRole('option').first()).toContainText(lead.email)
    for (const text of [purchase.wallet_address, purchase.transaction_hash, foreign.email]) {
      await field(page).fill(text)
      await expect(
        dialog(page).getByText('No record matches', { exact: true }).first(),
      ).toBeVisible()
      await expect(option(page, /Add Tokens|Copy wallet|Credit/)).toHaveCount(0)
    }
    await field(page).fill('search')
    await expect(option(page, /User Search/)).toHaveCount(0)
  },
)

test('A user whose password must change has no search', ONCE, async ({ page, openAs }) => {
  await openAs(page, 'reset@saleroom.example', '/')
  await expect(title(page)).toHaveText('Reset your password.')
  await expect(page.getByRole('button', { name: 'Search everything' })).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('Long texts fit at every width', ONCE, async ({ page, openAs }) => {
  const long = 'Long'.repeat(16)
  await openAs(page, ADMIN, '/leads')
  await ready(page, 'Leads')
  await page.route('**/v1/search', async (route) => {
    const at = '2026-11-01T09:00:00.000Z'
    const common = { project_id: 'P'.repeat(100), id: '1', at }
    const code = {
      id: '1',
      project_id: common.project_id,
      code: long,
      percentage: 1000,
      start_date: at,
      end_date: '2099-11-01T09:00:00.000Z',
      uses: 2_147_483_646,
      max_uses: 2_147_483_647,
      disabled: 0,
      tokens_come_from_stage_tokens: 0,
      created_at: at,
    }
    const lead = {
      id: '2',
      project_id: common.project_id,
      email: `${long}@${long}.example`,
      is_email_verified: 0,
      wallet_address: null,
      mobile: null,
      preferred_contact_time: null,
      investment_amount: null,
      created_at: at,
      updated_at: at,
    }
    await route.fulfill({
      json: {
        results: [
          { ...common, kind: 'bonus_code', title: long, detail: code },
          { ...common, kind: 'lead', title: lead.email, detail: lead },
        ],
      },
    })
  })
  await openFind(page)
  await field(page).fill('long')
  await expect(group(page, 'Leads')).toBeVisible()
  for (const size of [
    { width: 320, height: 700 },
    { width: 390, height: 844 },
    { width: 851, height: 600 },
    { width: 1440, height: 900 },
    { width: 2560, height: 1300 },
    { width: 720, height: 450 },
  ]) {
    await page.setViewportSize(size)
    await expect
      .poll(async () => [
        ...(await layoutErrors(page)),
        ...(await dialog(page).evaluate((panel) => {
          const box = panel.getBoundingClientRect()
          const wide = [...panel.querySelectorAll('*')].filter((element) => {
            const { left, right, width } = element.getBoundingClientRect()
            return width > 1 && (left < box.left - 1 || right > box.right + 1)
          })
          const names = wide.map((element) => `${element.tagName} ${element.textContent}`)
          const isInside = box.top >= 0 && box.bottom <= innerHeight + 1
          return isInside ? names : [...names, `the dialog ends at ${box.bottom}`]
        })),
      ])
      .toEqual([])
  }
  await endRoutes(page)
})

test(
  'An action opens its dialog once: closed, neither Back nor a reload opens it again',
  PHONE,
  async ({ page, openAs }) => {
    await openAs(page, ADMIN, '/')
    await ready(page, 'Home')
    for (const [text, address, name] of [
      ['create bonus', /\/bonus-codes\?.*action=create/, 'Create a Bonus Code'],
      ['create banner', /\/banners\?.*action=create/, 'Create a new Banner'],
      ['export leads', /\/leads\?.*action=export/, 'Export Leads CSV'],
      ['invite', /\/team\?.*action=invite/, 'Invite to the team'],
    ] as const) {
      await openFind(page)
      await field(page).fill(text)
      await field(page).press('Enter')
      const opened = page.getByRole('dialog', { name })
      await expect(opened).toBeVisible()
      await expect(page).toHaveURL(address)
      await page.keyboard.press('Escape')
      await expect(opened).toBeHidden()
      await expect(page).not.toHaveURL(/action=/)
    }
    await page.reload()
    await ready(page, 'Team')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  },
)

test('A page with unsaved input asks before a result leaves it', ONCE, async ({ page, openAs }) => {
  await openAs(page, ADMIN, '/seo-scripts')
  await ready(page, 'SEO Scripts')
  await page.getByRole('textbox', { name: 'Head script' }).first().fill('<script>1</script>')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  for (const reply of ['Stay', 'Leave']) {
    await openFind(page)
    await field(page).fill('leads')
    await group(page, 'Pages')
      .getByRole('option', { name: /^Leads/ })
      .click()
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: reply }).click()
    await expect(title(page)).toHaveText(reply === 'Stay' ? 'SEO Scripts' : 'Leads')
  }
})

test(
  'The shortcut leaves another dialog alone, and works above the open sidebar',
  PHONE,
  async ({ page, openAs, isMobile }) => {
    await openAs(page, ADMIN, '/leads')
    await ready(page, 'Leads')
    await page.getByRole('button', { name: 'Export' }).click()
    await expect(page.getByRole('dialog', { name: 'Export Leads CSV' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(dialog(page)).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    if (!isMobile) return
    await inSidebar(page, async () => {
      await page.keyboard.press('Control+k')
      await expect(field(page)).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toBeHidden()
    })
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible()
  },
)
