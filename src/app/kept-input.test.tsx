import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SidebarFooter } from '#src/app/frame/SidebarLinks.tsx'
import { EMPTY_BANNER } from '#src/features/banners/banner-form.ts'
import { BannersPage } from '#src/features/banners/BannersPage.tsx'
import { bannerDrafts } from '#src/features/banners/new-banner.ts'
import { BonusCodesPage } from '#src/features/bonus-codes/BonusCodesPage.tsx'
import { LeadsPage } from '#src/features/leads/LeadsPage.tsx'
import { UsersPage } from '#src/features/users/UsersPage.tsx'
import { connection } from '#src/session/connection.ts'
import { leaveSession, session } from '#src/state/session.ts'
import { openFaultyApi } from '#tests/support/screens/faulty-api.ts'
import { acts } from '#tests/support/screens/screen-rows.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage, renderInApp, showPage } from '#tests/support/screens/show-page.tsx'
import {
  dialog,
  field,
  isClosed,
  isOpen,
  press,
  pressIn,
  type,
} from '#tests/support/screens/user-actions.ts'

// Longer than the delays that the fake server skips.
CSS.supports ??= () => false

beforeEach(() => {
  openFaultyApi(acts())
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = () => undefined
  signInHere()
})
afterEach(endPage)

it('An unsaved banner reappears in its open dialog after the session expired', async () => {
  bannerDrafts.change('AURA', {
    values: { ...EMPTY_BANNER, hasClickUrl: true, clickUrl: 'https://sale.example/now' },
  })
  leaveSession()
  signInHere()
  renderInApp(<BannersPage />)
  expect((await field('Click URL')).value).toBe('https://sale.example/now')
  await pressIn('Cancel')
  await isClosed()
  expect(bannerDrafts.ids()).toEqual([])
})

it('Logout asks for confirmation only if input would be lost', async () => {
  showPage(SidebarFooter)
  bannerDrafts.change('AURA', { values: { ...EMPTY_BANNER, clickUrl: 'typed' } })
  await press('Logout')
  await screen.findByText(/typed and not saved is lost/)
  await pressIn('Cancel')
  await isClosed()
  expect(session.current.is).toBe('in')

  bannerDrafts.drop('AURA')
  await waitFor(() => expect(dialog()).toBeNull())
  await press('Logout')
  await waitFor(() => expect(session.current.is).toBe('out'))
})

it('A confirmed Logout discards the input', async () => {
  showPage(SidebarFooter)
  bannerDrafts.change('AURA', { values: { ...EMPTY_BANNER, clickUrl: 'typed' } })
  await press('Logout')
  await waitFor(isOpen)
  await pressIn('Logout')
  await waitFor(() => expect(session.current.is).toBe('out'))
  signInHere()
  expect(bannerDrafts.ids()).toEqual([])
})

const image = () => new File(['x'], 'd.png', { type: 'image/png' })

/** Every dialog with input: title, page, the button that opens it, entering input, checking it. */
const DIALOGS: [string, ComponentType, string, () => Promise<unknown>, () => Promise<unknown>][] = [
  [
    'Add Tokens',
    UsersPage,
    'Add Tokens',
    () => type('Reason', 'Typed'),
    async () => expect((await field('Reason')).value).toBe('Typed'),
  ],
  [
    'Create a Bonus Code',
    BonusCodesPage,
    'Create bonus code',
    () => type('Code', 'TYPED'),
    async () => expect((await field('Code')).value).toBe('TYPED'),
  ],
  [
    'Create a new Banner',
    BannersPage,
    'Create banner',
    async () => fireEvent.change(await field('Desktop image'), { target: { files: [image()] } }),
    () => screen.findByText('d.png'),
  ],
  [
    'Export Leads CSV',
    LeadsPage,
    'Export',
    async () => fireEvent.click(await checkbox('Mobile')),
    async () => expect((await checkbox('Mobile')).ariaChecked).toBe('false'),
  ],
]

/** The submit button, by the dialog's title. */
const SUBMITS: Record<string, string> = {
  'Add Tokens': 'Add Tokens',
  'Create a Bonus Code': 'Submit',
  'Create a new Banner': 'Confirm',
  'Export Leads CSV': 'Export',
}

const checkbox = (name: string) =>
  waitFor(() => {
    const found = document.querySelector(`[role=checkbox][aria-label="${name}"]`)
    if (found === null) throw new Error(`No checkbox ${name}`)
    return found
  })
const confirmation = () => document.querySelector('[role=alertdialog]')

/** The ways to close a dialog by mistake. */
const WAYS: [string, () => Promise<unknown>][] = [
  ['Escape', async () => fireEvent.keyDown(document.activeElement ?? document, { key: 'Escape' })],
  [
    'a click on the scrim',
    async () => {
      const [scrim] = document.querySelectorAll('[data-backdrop]')
      if (!scrim) throw new Error('The dialog has no scrim')
      for (const kind of ['mouseDown', 'mouseUp', 'click'] as const) fireEvent[kind](scrim)
    },
  ],
  ['its close button', () => pressIn('Close')],
]

it.each(
  DIALOGS.flatMap(([title, ...rest]) =>
    WAYS.map(([way, leave]) => [title, way, leave, ...rest] as const),
  ),
)(
  '%s asks before %s discards what was entered',
  async (_title, _way, leave, Page, open, enter, isKept) => {
    vi.stubGlobal('createImageBitmap', async () => ({ width: 1600, height: 500, close: () => {} }))
    showPage(Page)
    await press(open)
    await waitFor(isOpen)
    // Without input, it closes without confirmation.
    await leave()
    await isClosed()
    await press(open)
    await waitFor(isOpen)
    await enter()
    await isKept()
    await leave()
    await waitFor(() => expect(confirmation()?.textContent).toContain('Discard what you typed?'))
    await press('Keep editing')
    await waitFor(() => expect(confirmation()).toBeNull())
    await isKept()
    await leave()
    await press('Discard')
    await isClosed()
  },
)

it.each(DIALOGS)(
  'Offline, %s says at once that nothing was sent, and keeps what was entered',
  async (...[title, Page, open, enter, isKept]) => {
    vi.stubGlobal('createImageBitmap', async () => ({ width: 1600, height: 500, close: () => {} }))
    showPage(Page)
    await press(open)
    await waitFor(isOpen)
    await enter()
    await isKept()
    act(() => {
      connection.isOnline = false
    })
    await pressIn(SUBMITS[title] ?? '')
    await waitFor(() =>
      expect(document.querySelector('[role=alert]')?.textContent).toContain(
        'You are offline. Nothing was sent.',
      ),
    )
    await isKept()
  },
)
