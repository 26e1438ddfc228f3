import type { Locator, Page } from '@playwright/test'
import { endRoutes } from '#tests/support/journeys/e2e-routes.ts'
import { addPurchase, type OwnPurchase } from '#tests/support/journeys/e2e-sale.ts'
import { ALL, ALL_PHONE, expect, test } from '#tests/support/journeys/e2e.ts'
import { expectNoSideways, tap } from '#tests/support/screens/touch.ts'

const ADMIN = 'admin@saleroom.example'

const region = (page: Page) => page.getByRole('region', { name: 'Notes', exact: true })
const fieldOf = (page: Page) => region(page).getByRole('textbox', { name: 'Note', exact: true })
const notes = (page: Page) => region(page).getByRole('article')
const addNote = (page: Page) => region(page).getByRole('button', { name: 'Add note', exact: true })

const pathOf = ({ address }: OwnPurchase) => `/notes/wallet/HELIX/${address}`
/** The texts of the wallet's notes, as the server has them. */
const stored = async (purchase: OwnPurchase) =>
  (await purchase.caller.get<{ results: { text: string }[] }>(pathOf(purchase))).results.map(
    ({ text }) => text,
  )

test(
  'A note that mentions somebody is written, changed and deleted, and leads to what it names',
  ALL_PHONE,
  async ({ page, app, openAs, expectAccessible, isMobile }) => {
    const purchase = await addPurchase(app, 'completed')
    await openAs(page, ADMIN, purchase.walletPath)
    const act = (target: Locator) => (isMobile ? tap(target) : target.click())
    await expect(region(page).getByText('No notes yet')).toBeVisible()
    await fieldOf(page).fill(`${purchase.address} wrote to `)
    await act(region(page).getByRole('button', { name: 'Mention someone' }))
    const people = page.getByRole('listbox', { name: 'People' })
    await expect(people.getByRole('option').first()).toBeVisible()
    await fieldOf(page).pressSequentially('us')
    await expect(people.getByRole('option')).toHaveCount(1)
    await expectAccessible(page)
    await act(people.getByRole('option'))
    await expect(fieldOf(page)).toHaveValue(`${purchase.address} wrote to @user `)
    await expect(people).toBeHidden()
    await act(addNote(page))
    await expect(page.getByText('Successfully added note').first()).toBeVisible()
    await expect(fieldOf(page)).toHaveValue('')
    const note = notes(page)
    await expect(note).toHaveAccessibleName(/^Note by admin, \d\d:\d\d$/)
    await expect(note.getByText('@user')).toHaveAttribute('title', 'user@saleroom.example')
    await expect(note.getByRole('link', { name: purchase.address })).toHaveAttribute(
      'href',
      purchase.walletPath,
    )
    await expectAccessible(page)
    await expectNoSideways(page)

    const actions = note.getByRole('button', { name: /^Actions for your note of / })
    await act(actions)
    await act(page.getByRole('menuitem', { name: 'Edit' }))
    await expect(note.getByRole('textbox', { name: 'Note', exact: true })).toBeFocused()
    await expect(note.getByText(/^Until \d\d:\d\d$/)).toBeVisible()
    await note.getByRole('textbox', { name: 'Note', exact: true }).fill('Nothing to do')
    await expectAccessible(page)
    await act(note.getByRole('button', { name: 'Save' }))
    await expect(page.getByText('Successfully saved note').first()).toBeVisible()
    await expect(note).toContainText(/, edited \d\d:\d\dNothing to do$/)
    expect(await stored(purchase)).toEqual(['Nothing to do'])

    await act(actions)
    await act(page.getByRole('menuitem', { name: 'Delete' }))
    const question = page.getByRole('alertdialog', { name: 'Delete this note?' })
    await expectAccessible(page)
    await act(question.getByRole('button', { name: 'Delete' }))
    await expect(page.getByText('Successfully deleted note').first()).toBeVisible()
    await expect(note).toHaveText(/^Deleted by admin@saleroom\.example at \d\d:\d\d$/)
    await expect(actions).toHaveCount(0)
  },
)

test(
  'The keyboard alone mentions a person, sends a note, and opens and leaves its editing',
  ALL,
  async ({ page, app, openAs }) => {
    const purchase = await addPurchase(app, 'completed')
    await openAs(page, ADMIN, purchase.path)
    await fieldOf(page).focus()
    await page.keyboard.type('For @')
    const options = page.getByRole('listbox', { name: 'People' }).getByRole('option')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Escape')
    await expect(options).toHaveCount(0)
    await page.keyboard.type('u')
    await page.keyboard.press('Backspace')
    await expect(options).toHaveCount(0)
    await page.keyboard.press('Backspace')
    await page.keyboard.type('@use')
    await expect(options).toHaveCount(1)
    const box = region(page).getByRole('combobox', { name: 'Note', exact: true })
    for (const named of [box, fieldOf(page)])
      await expect(named).toHaveAttribute('aria-activedescendant', /-0$/)
    await page.keyboard.press('Tab')
    await expect(box).toHaveCount(0)
    await expect(fieldOf(page)).toBeFocused()
    await expect(fieldOf(page)).toHaveValue('For @user ')
    await page.keyboard.type('now')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Second line')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(notes(page)).toContainText('For @user now\nSecond line')
    // The next note can be written at once.
    await expect(fieldOf(page)).toBeFocused()
    await expect(fieldOf(page)).toHaveValue('')
    await notes(page)
      .getByRole('button', { name: /^Actions for your note/ })
      .focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(notes(page).getByRole('textbox', { name: 'Note', exact: true })).toBeFocused()
    await page.keyboard.type('!')
    await page.keyboard.press('Escape')
    await expect(notes(page)).toBeFocused()
    await expect(notes(page)).toContainText('Second line')
    await expect(notes(page)).not.toContainText('!')
  },
)

test(
  'A draft survives a reload and a lost connection, and is never sent by itself',
  ALL,
  async ({ page, context, app, openAs, allowConsole, expectAccessible }) => {
    allowConsole(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
    const purchase = await addPurchase(app, 'completed')
    await purchase.caller.post(pathOf(purchase), { text: 'Read offline' })
    await openAs(page, ADMIN, purchase.walletPath)
    await expect(notes(page)).toHaveCount(1)
    await fieldOf(page).fill('Buyer wrote again.')
    await page.reload()
    await expect(fieldOf(page)).toHaveValue('Buyer wrote again.')
    await context.setOffline(true)
    await expect(region(page).getByText('You are offline. The draft is kept.')).toBeVisible()
    await expect(notes(page)).toContainText('Read offline')
    await addNote(page).click({ force: true })
    await expect(page.getByText('You are offline. Nothing was sent.').first()).toBeVisible()
    await expectAccessible(page)
    await context.setOffline(false)
    await expect(region(page).getByText('Draft kept on this device')).toBeVisible()
    await page.reload()
    await expect(fieldOf(page)).toHaveValue('Buyer wrote again.')
    expect(await stored(purchase)).toEqual(['Read offline'])
    await addNote(page).dblclick()
    await expect(notes(page)).toHaveCount(2)
    expect(await stored(purchase)).toEqual(['Buyer wrote again.', 'Read offline'])
  },
)

test(
  'A note without a response, after a reload and from two tabs, is added once',
  ALL,
  async ({ page, context, app, openAs, allowConsole }) => {
    allowConsole(/ERR_FAILED/)
    const purchase = await addPurchase(app, 'completed')
    await openAs(page, ADMIN, purchase.walletPath)
    const keys = new Set<string | undefined>()
    await context.route('**/v1/notes/wallet/**', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      keys.add(route.request().headers()['idempotency-key'])
      await route.fetch().catch(() => undefined)
      return route.abort().catch(() => undefined)
    })
    await fieldOf(page).fill('Sent once')
    const other = await context.newPage()
    await other.goto(app.url + purchase.walletPath)
    await expect(fieldOf(other)).toHaveValue('Sent once')
    await Promise.all([addNote(page).dblclick(), addNote(other).dblclick()])
    for (const tab of [page, other])
      await expect(region(tab).getByText('Checking whether the note was added')).toBeVisible()
    page.once('dialog', (question) => void question.accept())
    await page.reload()
    await expect(region(page).getByText(/whether the note was added/)).toBeVisible()
    await endRoutes(context)
    for (const tab of [page, other]) {
      await expect(notes(tab)).toContainText('Sent once')
      await expect(fieldOf(tab)).toHaveValue('')
    }
    expect(await stored(purchase)).toEqual(['Sent once'])
    expect(keys.size).toBe(1)
  },
)

test(
  'Markup, right-to-left text and one long word are shown as text at every width',
  ALL_PHONE,
  async ({ page, app, openAs, expectAccessible }) => {
    const purchase = await addPurchase(app, 'completed')
    const texts = [
      '<img src=x onerror="window.hit = 1"> <b>not bold</b> **not bold** javascript:alert(1)',
      'العميل يطلب استرداد المبلغ\n\u202eevil.example https://aura.example/a_(b).',
      'x'.repeat(2000),
    ]
    for (const text of texts) await purchase.caller.post(pathOf(purchase), { text })
    await openAs(page, ADMIN, purchase.walletPath)
    await expect(notes(page)).toHaveCount(3)
    for (const text of texts)
      await expect(notes(page).filter({ hasText: text.slice(0, 20) })).toHaveCount(1)
    await expect(notes(page).locator('img, b:has-text("not")')).toHaveCount(0)
    expect(await page.evaluate(() => 'hit' in window)).toBe(false)
    const link = notes(page).getByRole('link')
    await expect(link).toHaveText('https://aura.example/a_(b)')
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    await expectAccessible(page)
    const size = page.viewportSize() ?? { width: 1440, height: 900 }
    for (const width of [320, 600, 1024, 2560]) {
      await page.setViewportSize({ ...size, width })
      await expectNoSideways(page)
    }
  },
)
