import { act, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { toast } from 'react-hot-toast/headless'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BannersPage } from '#src/features/banners/BannersPage.tsx'
import { BonusCodesPage } from '#src/features/bonus-codes/BonusCodesPage.tsx'
import { LeadsPage } from '#src/features/leads/LeadsPage.tsx'
import { ManualTransactionsPage } from '#src/features/manual-transactions/ManualTransactionsPage.tsx'
import { ProjectSettingsPage } from '#src/features/project-settings/ProjectSettingsPage.tsx'
import { SeoScriptsPage } from '#src/features/seo-scripts/SeoScriptsPage.tsx'
import { TransactionsPage } from '#src/features/transactions/TransactionsPage.tsx'
import { UsersPage } from '#src/features/users/UsersPage.tsx'
import { connection } from '#src/session/connection.ts'
import { IdbStore } from '#src/state/idb-store.ts'
import { DATABASES } from '#src/state/storage.ts'
import { isAnythingUnsaved } from '#src/writes/unsaved-changes.ts'
import { FAILURE_NAMES, openFaultyApi, type Failure } from '#tests/support/screens/faulty-api.ts'
import { stubLayout } from '#tests/support/screens/layout-stubs.ts'
import { acts } from '#tests/support/screens/screen-rows.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage, showPage } from '#tests/support/screens/show-page.tsx'
import {
  button,
  buttons,
  dialog,
  field,
  isClosed,
  isOpen,
  press,
  pressIn,
  type,
} from '#tests/support/screens/user-actions.ts'
import { EXTENT } from '#tests/support/server/test-extent.ts'

configure({
  getElementError: (message) => new Error(message?.slice(0, 300)),
})
stubLayout()

let api: ReturnType<typeof openFaultyApi>

beforeEach(() => {
  api = openFaultyApi(acts())
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = () => undefined
  connection.isOnline = true
  signInHere()
})
afterEach(async () => {
  endPage()
  await new IdbStore(DATABASES.pendingWrites).clear()
})

/** The message of a failure: the server's text, else the page's. */
const messageOf = (failure: Failure, fallback: string) =>
  failure === '500' ? 'Internal server error' : failure === '429' ? 'Too many requests' : fallback

describe('A failed read shows an error with its reason and a retry button', () => {
  it.each<[string, ComponentType, string, string]>([
    ['transactions', TransactionsPage, 'GET /transactions', 'Transactions did not load'],
    [
      'manual transactions',
      ManualTransactionsPage,
      'GET /manual-transactions',
      'Manual transactions did not load',
    ],
    ['wallets', UsersPage, 'GET /wallets', 'Users did not load'],
    ['bonus codes', BonusCodesPage, 'GET /bonus-codes', 'Bonus codes did not load'],
    ['leads', LeadsPage, 'GET /leads', 'Leads did not load'],
    ['scripts', SeoScriptsPage, 'GET /seo-scripts', 'SEO scripts did not load'],
    ['settings', ProjectSettingsPage, 'GET /projects', 'Project settings did not load'],
    ['banners', BannersPage, 'GET /banners/*', 'Error fetching banners'],
    ['the projects of scripts', SeoScriptsPage, 'GET /projects/names', 'SEO scripts did not load'],
    [
      'the projects of settings',
      ProjectSettingsPage,
      'GET /projects/names',
      'Project settings did not load',
    ],
    ['the projects of banners', BannersPage, 'GET /projects', 'Your projects did not load'],
    ['the projects of leads', LeadsPage, 'GET /projects/names', 'Leads did not load'],
  ])('%s', async (_what, Page, call, title) => {
    const REASONS: Record<Failure, RegExp> = {
      '500': /Internal server error/,
      '429': /Too many requests. Try again in 7 s/,
      'a page of a proxy': /The answer could not be read/,
      'no connection': /The server could not be reached/,
      'no answer in time': /The server took too long to answer/,
      'half an answer': /The answer could not be read/,
      'an answer lost on the way': /The server could not be reached/,
    }
    api.break(call, '500')
    showPage(Page)
    await screen.findByText(title)
    for (const failure of tried(FAILURE_NAMES)) {
      api.break(call, failure)
      // After a captive portal or a timeout the app checks the connection first.
      await waitFor(() => expect(connection.isOnline).toBe(true))
      await press('Try again')
      await screen.findByText(REASONS[failure])
      expect(screen.getByText(title)).toBeTruthy()
    }
    api.mend()
    await press('Try again')
    await waitFor(() => expect(screen.queryByText(title)).toBeNull())
  })
})

interface Write {
  what: string
  Page: ComponentType
  call: string
  /** Everything before the submit. */
  fill: () => Promise<unknown>
  send: () => Promise<unknown>
  /** Expects that the input is still there. */
  kept: () => unknown
  fallback: string
  success: string | null
}

const valueOf = async (label: string) => (await field(label)).value

const WRITES: Write[] = [
  {
    what: 'a referral override',
    Page: UsersPage,
    call: 'PATCH /wallets/*',
    fill: async () => {
      await press('Show details')
      await type('Referral payout percentage', '7.5')
    },
    send: () => press('Save Referral payout percentage'),
    kept: async () => expect(await valueOf('Referral payout percentage')).toBe('7.5'),
    fallback: 'Error updating value',
    success: 'Successfully update',
  },
  {
    what: 'the end of a bonus code',
    Page: BonusCodesPage,
    call: 'POST /bonus-codes/*',
    fill: () => press('Disable'),
    send: () => pressIn('Disable'),
    kept: () => isOpen(),
    fallback: 'Error disabling bonus code',
    success: 'Successfully disabled bonus code',
  },
  {
    what: 'an export of leads',
    Page: LeadsPage,
    call: 'GET /leads/csv',
    fill: () => press('Export'),
    send: () => pressIn('Export'),
    kept: () => isOpen(),
    fallback: 'Error export csv',
    success: null,
  },
  {
    what: 'scripts',
    Page: SeoScriptsPage,
    call: 'POST /seo-scripts/*',
    fill: async () => {
      await type('Head script', '<b>sale</b>')
      await press('Save')
    },
    send: () => press('Save'),
    kept: () => waitFor(() => expect(document.body.textContent).toContain('<b>sale</b>')),
    fallback: 'Error updating scripts',
    success: 'Successfully updated scripts',
  },
  {
    what: 'settings',
    Page: ProjectSettingsPage,
    call: 'PATCH /projects/*',
    fill: () => type('Ticker', 'AURX'),
    send: () => press('Confirm Update'),
    kept: async () => expect(await valueOf('Ticker')).toBe('AURX'),
    fallback: 'Error updating project data',
    success: 'Successfully updated data',
  },
  {
    what: 'the test of a connection',
    Page: ProjectSettingsPage,
    call: 'POST /projects/*',
    fill: () => button('Test connection'),
    send: () => press('Test connection'),
    kept: () => expect(screen.queryByText('Connected')).toBeNull(),
    fallback: 'Error checking connection',
    success: 'Brevo integration test succeeded for AURA',
  },
  {
    what: 'the end of a telegram medium',
    Page: ProjectSettingsPage,
    call: 'DELETE /projects/*',
    fill: () => button('Delete'),
    send: async () => {
      await press('Delete')
      await pressIn('Delete')
    },
    kept: () => isClosed(),
    fallback: 'Error deleting media',
    success: 'Successfully deleted image',
  },
  {
    what: 'a telegram medium',
    Page: ProjectSettingsPage,
    call: 'PUT /projects/*',
    fill: () => button('Replace'),
    send: async () => {
      await button('Replace')
      const file = new File(['x'], 'a.png', { type: 'image/png' })
      fireEvent.change(await field('Media file'), { target: { files: [file] } })
    },
    kept: () => button('Replace'),
    fallback: 'Error replacing media',
    success: 'Successfully uploaded image',
  },
  {
    what: 'an order of banners',
    Page: BannersPage,
    call: 'PUT /banners/*',
    fill: () => button('Move banner, position 1 of 2'),
    send: async () => {
      fireEvent.keyDown(await button('Move banner, position 1 of 2'), { key: 'ArrowDown' })
    },
    // A refused reorder is reverted.
    kept: () =>
      waitFor(() => expect(urls()).toEqual(['https://one.example', 'https://two.example'])),
    fallback: 'Error reordering banners',
    success: 'Successfully reordered banners',
  },
  {
    what: 'the end of a banner',
    Page: BannersPage,
    call: 'DELETE /banners/*',
    fill: () => button('Delete'),
    send: async () => {
      await press('Delete')
      await pressIn('Delete')
    },
    kept: () => isClosed(),
    fallback: 'Error',
    success: 'Successfully deleted banner',
  },
]

const urls = () =>
  screen.getAllByText(/^https:\/\/(one|two)\.example$/).map((each) => each.textContent)

/** All failures take minutes: the default run tries one for each call. */
const isLong = EXTENT === 'long'
const tried = (failures: readonly Failure[]) =>
  isLong ? failures : failures.filter((failure) => failure === 'no connection')
/** The failures after which the server has not applied the write. */
const NOT_APPLIED = FAILURE_NAMES.filter(
  (failure) => failure !== 'half an answer' && failure !== 'an answer lost on the way',
)

describe('A write that could not be sent shows an error, keeps the input, and can be sent again', () => {
  it.each(WRITES.map((write) => [write.what, write] as const))('%s', async (_what, write) => {
    showPage(write.Page)
    await write.fill()
    for (const failure of tried(NOT_APPLIED)) {
      act(() => toast.remove())
      api.break(write.call, failure)
      await write.send()
      await screen.findByText(messageOf(failure, write.fallback))
      await write.kept()
      await waitFor(() => expect(connection.isOnline).toBe(true))
    }
    expect(api.done(write.call)).toBe(0)
    api.mend()
    await write.send()
    if (write.success !== null) await screen.findByText(write.success)
    await waitFor(() => expect(api.done(write.call)).toBe(1))
  })
})

describe('A write whose response was lost shows its result and leaves nothing unsaved', () => {
  const isDisabled = (name: string) => buttons(name)[0]?.getAttribute('aria-disabled') === 'true'
  const named = (what: string) => WRITES.find((write) => write.what === what)
  it.each<[string, () => unknown]>([
    ['settings', () => expect(isDisabled('Confirm Update')).toBe(true)],
    ['scripts', () => expect(document.body.textContent).toContain('No changes')],
    ['a referral override', () => expect(isDisabled('Save Referral payout percentage')).toBe(true)],
    ['the end of a bonus code', () => expect(document.body.textContent).toContain('Disabled')],
    ['the end of a banner', () => expect(buttons('Delete')).toHaveLength(1)],
    [
      'the end of a telegram medium',
      () => expect(document.body.textContent).toContain('No media uploaded'),
    ],
  ])('%s', async (what, isShown) => {
    const write = named(what)
    if (write === undefined) throw new Error(`No write ${what}`)
    showPage(write.Page)
    await write.fill()
    api.break(write.call, 'an answer lost on the way')
    await write.send()
    await screen.findByText(write.fallback)
    await waitFor(isShown)
    expect(isAnythingUnsaved()).toBe(false)
    expect(api.done(write.call)).toBe(1)
  })
})

describe('A write that moves value is applied once, and checked until its outcome is known', () => {
  it.each<[string, ComponentType, string, () => Promise<unknown>, string, string]>([
    [
      'a credit',
      UsersPage,
      'POST /wallets/*',
      async () => {
        await press('Add Tokens')
        await type('Tokens', '500')
        await type('Reason', 'A lost answer')
      },
      'Add Tokens',
      'Successfully added tokens',
    ],
    [
      'a bonus code',
      BonusCodesPage,
      'POST /bonus-codes',
      async () => {
        // The dialog needs the project.
        await screen.findByText('EARLY')
        await press('Create bonus code')
        await type('Code', 'SUMMER')
      },
      'Submit',
      'Successfully created code',
    ],
    [
      'a banner',
      BannersPage,
      'POST /banners/*',
      async () => {
        vi.stubGlobal('createImageBitmap', async ({ name }: File) => ({
          ...(name === 'd.png' ? { width: 1600, height: 500 } : { width: 800, height: 1000 }),
          close: () => undefined,
        }))
        await press('Create banner')
        const choose = async (label: string, name: string) => {
          const files = [new File(['x'], name, { type: 'image/png' })]
          fireEvent.change(await field(label), { target: { files } })
          await screen.findByText(name)
        }
        await choose('Desktop image', 'd.png')
        await choose('Mobile image', 'm.png')
      },
      'Confirm',
      'Successfully created banner',
    ],
  ])('%s', async (_what, Page, call, fill, verb, success) => {
    showPage(Page)
    await fill()
    api.break(call, '429')
    await pressIn(verb)
    await screen.findByText('Too many requests')
    expect(api.done(call)).toBe(0)
    act(() => toast.remove())
    api.break(call, 'an answer lost on the way')
    await pressIn(verb)
    await screen.findByText(/^The server has not confirmed/)
    // The dialog shows a note, and no error beside it.
    expect(document.querySelector('[role=alert]')).toBeNull()
    expect(buttons(verb, dialog() ?? document)).toEqual([])
    // The outcome is still unknown.
    api.break(call, '429')
    await press('Check again')
    await screen.findByText(/^The server did not answer/)
    await button('Check again')
    api.mend()
    await press('Check again')
    await screen.findByText(success)
    await isClosed()
    expect(api.done(call)).toBe(1)
    expect(isAnythingUnsaved()).toBe(false)
  })
})
