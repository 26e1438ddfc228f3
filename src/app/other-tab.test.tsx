import 'fake-indexeddb/auto'
import { act, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BannersPage } from '#src/features/banners/BannersPage.tsx'
import { newBanners } from '#src/features/banners/new-banner.ts'
import { EMPTY_BONUS_CODE } from '#src/features/bonus-codes/bonus-code-form.ts'
import { BonusCodesPage } from '#src/features/bonus-codes/BonusCodesPage.tsx'
import { UsersPage } from '#src/features/users/UsersPage.tsx'
import { walletKey } from '#src/records/wallet-queries.ts'
import { connection } from '#src/session/connection.ts'
import { IdbStore } from '#src/state/idb-store.ts'
import { DATABASES, STORAGE_PREFIX } from '#src/state/storage.ts'
import { newIdempotencyKey } from '#src/writes/idempotent-write.ts'
import { readPendingWrites } from '#src/writes/pending-writes.ts'
import { openFaultyApi } from '#tests/support/screens/faulty-api.ts'
import { stubLayout } from '#tests/support/screens/layout-stubs.ts'
import { acts, CODE, WALLET } from '#tests/support/screens/screen-rows.ts'
import { SCREEN_USER, signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage, showPage } from '#tests/support/screens/show-page.tsx'
import {
  button,
  buttons,
  dialog,
  field,
  isClosed,
  press,
  pressIn,
  type,
} from '#tests/support/screens/user-actions.ts'

configure({
  getElementError: (message) => new Error(message?.slice(0, 300)),
})
stubLayout()

/** Waits for the dialog's submit button, which has another name while busy. */
const isReady = (verb: string) =>
  waitFor(() => expect(buttons(verb, dialog() ?? document)).toHaveLength(1))

const store = new IdbStore<unknown>(DATABASES.pendingWrites)
let api: ReturnType<typeof openFaultyApi>
/** The writes that the server received, each as its amount, code or URL. */
let sent: string[]

beforeEach(() => {
  sent = []
  const note = (name: 'tokens' | 'code', body: unknown) =>
    sent.push(String((body as Record<string, unknown>)[name]))
  const rows = acts()
  api = openFaultyApi({
    ...rows,
    'POST /wallets/*': (arrival) => {
      note('tokens', arrival.body)
      return rows['POST /wallets/*']?.(arrival)
    },
    'POST /bonus-codes': (arrival) => {
      note('code', arrival.body)
      return rows['POST /bonus-codes']?.(arrival)
    },
    'POST /banners/*': (arrival) => {
      const address = arrival.body instanceof FormData ? arrival.body.get('click_url') : null
      if (typeof address === 'string') sent.push(address)
      return rows['POST /banners/*']?.(arrival)
    },
  })
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = () => undefined
  vi.stubGlobal('createImageBitmap', async ({ name }: File) => ({
    ...(name === 'd.png' ? { width: 1600, height: 500 } : { width: 800, height: 1000 }),
    close: () => undefined,
  }))
  connection.isOnline = true
  signInHere()
})
afterEach(async () => {
  endPage()
  await store.clear()
})

const image = (name: string) => new File(['x'], name, { type: 'image/png' })

async function chooseImage(label: string, name: string): Promise<void> {
  fireEvent.change(await field(label), { target: { files: [image(name)] } })
  await screen.findByText(name)
}

interface Kind {
  Page: ComponentType
  call: string
  /** The key of the pending write, and the one of another tab. */
  place: string
  other: unknown
  otherSent: string
  /** The button that opens the dialog. */
  opener: string
  fill: () => Promise<unknown>
  kept: () => Promise<unknown>
  ownSent: string
  verb: string
  success: string
  named: RegExp
}

const KINDS: [string, Kind][] = [
  [
    'a credit',
    {
      Page: UsersPage,
      call: 'POST /wallets/*',
      place: `credit-${walletKey(WALLET)}`,
      other: { wallet: WALLET, body: { tokens: '5', reason: 'Of the other tab' } },
      otherSent: '5',
      opener: 'Add Tokens',
      fill: async () => {
        await type('Tokens', '7')
        await type('Reason', 'Of this tab')
      },
      kept: async () => {
        expect((await field('Tokens')).value).toBe('7')
        expect((await field('Reason')).value).toBe('Of this tab')
      },
      ownSent: '7',
      verb: 'Add Tokens',
      success: 'Successfully added tokens',
      named: /^Another credit of 5.00\u00a0AURA to this wallet, sent earlier or in another tab at /,
    },
  ],
  [
    'a bonus code',
    {
      Page: BonusCodesPage,
      call: 'POST /bonus-codes',
      place: 'bonus-code-',
      other: {
        form: { ...EMPTY_BONUS_CODE, project_id: 'AURA', code: 'WINTER', percentage: 5 },
        body: {
          project_id: 'AURA',
          code: 'WINTER',
          percentage: 5,
          tokens_come_from_stage_tokens: 0,
        },
      },
      otherSent: 'WINTER',
      opener: 'Create bonus code',
      fill: () => type('Code', 'SUMMER'),
      kept: async () => expect((await field('Code')).value).toBe('SUMMER'),
      ownSent: 'SUMMER',
      verb: 'Submit',
      success: 'Successfully created code',
      named: /^Another code, WINTER for the AURA token, sent earlier or in another tab at /,
    },
  ],
]

async function open({ Page, opener }: Kind): Promise<void> {
  // The dialog needs the project.
  if (Page === BonusCodesPage) await screen.findByText(CODE.code)
  await press(opener)
}

/**
 * Simulates another tab that has sent a write and waits for the response. What is open has read the
 * device before: on a busy machine, it would find the write by itself.
 */
async function sendElsewhere({ place, other }: Kind): Promise<void> {
  await act(readPendingWrites)
  await store.set(`${STORAGE_PREFIX}${SCREEN_USER.id}-${place}`, {
    key: newIdempotencyKey(),
    sentAt: Date.now(),
    what: other,
  })
}
const note = (named: RegExp) =>
  waitFor(() => {
    const notes = [...document.querySelectorAll('[role=status]')].map((each) => each.textContent)
    const match = notes.find((text) => named.test(text))
    if (match === undefined) throw new Error(`No note like ${named} in ${notes.join(' | ')}`)
    return match
  })

describe('A dialog never reports the write of another tab as its own, and keeps its input', () => {
  it.each(KINDS)('%s, sent by the other tab while this dialog is open', async (_what, kind) => {
    showPage(kind.Page)
    await open(kind)
    await kind.fill()
    await sendElsewhere(kind)
    await pressIn(kind.verb)
    await waitFor(async () =>
      expect(await note(kind.named)).toMatch(
        /was (added|created)\. What you typed here was not sent\.$/,
      ),
    )
    expect(sent).toEqual([kind.otherSent])
    await kind.kept()
    expect(screen.queryByText(kind.success)).toBeNull()
    await isReady(kind.verb)
    await pressIn(kind.verb)
    await screen.findByText(kind.success)
    await isClosed()
    expect(sent).toEqual([kind.otherSent, kind.ownSent])
  })

  it.each(KINDS)('%s, sent by the other tab before this dialog opens', async (_what, kind) => {
    showPage(kind.Page)
    await button(kind.opener)
    await sendElsewhere(kind)
    await open(kind)
    await waitFor(async () => expect(await note(kind.named)).toMatch(/was (added|created)\.$/))
    expect(screen.queryByText(kind.success)).toBeNull()
    await kind.fill()
    await isReady(kind.verb)
    await pressIn(kind.verb)
    await screen.findByText(kind.success)
    await isClosed()
    expect(sent).toEqual([kind.otherSent, kind.ownSent])
  })

  it.each(KINDS)('%s without a response, checked from this tab', async (_what, kind) => {
    showPage(kind.Page)
    await open(kind)
    await kind.fill()
    await sendElsewhere(kind)
    api.break(kind.call, 'no connection')
    await pressIn(kind.verb)
    await button('Check again')
    await waitFor(async () => expect(await note(kind.named)).toContain('Check again, or look in'))
    await kind.kept()
    expect(buttons('Close')).toHaveLength(1)
    // Closing would lose the input of this dialog.
    await press('Check later')
    await press('Keep editing')
    await kind.kept()
    api.mend()
    await waitFor(() => expect(connection.isOnline).toBe(true))
    await press('Check again')
    await waitFor(async () => expect(await note(kind.named)).toMatch(/was (added|created)\. /))
    await kind.kept()
    expect(screen.queryByText(kind.success)).toBeNull()
    expect(sent).toEqual([kind.otherSent])
  })
})

it('A refused credit of another tab shows its reason, but no error in this dialog', async () => {
  const [, kind] = KINDS[0] ?? [undefined, undefined]
  if (kind === undefined) throw new Error('No credit')
  openFaultyApi({
    ...acts(),
    'POST /wallets/*': () =>
      Response.json({ code: 400, message: 'Reason is too short' }, { status: 400 }),
  })
  showPage(kind.Page)
  await open(kind)
  await kind.fill()
  await sendElsewhere(kind)
  await pressIn(kind.verb)
  await waitFor(async () =>
    expect(await note(kind.named)).toMatch(
      /was not added: Reason is too short\. What you typed here was not sent\.$/,
    ),
  )
  await kind.kept()
  expect(document.querySelector('[role=alert]')).toBeNull()
})

it('A banner of another dialog is created first, under its name; the input of this dialog stays', async () => {
  showPage(BannersPage)
  await press('Create banner')
  await chooseImage('Desktop image', 'd.png')
  await chooseImage('Mobile image', 'm.png')
  fireEvent.click(await button('Has click url?'))
  await type('Click URL', 'https://own.example')
  // In memory: the fake IndexedDB stores no files.
  await act(async () => {
    await newBanners.save('AURA', {
      key: newIdempotencyKey(),
      sentAt: Date.now(),
      what: {
        projectId: 'AURA',
        desktop: { file: image('x.png'), width: 1600, height: 500 },
        mobile: { file: image('y.png'), width: 800, height: 1000 },
        clickUrl: 'https://other.example',
      },
    })
  })
  const named = /^Another banner for the AURA token, sent earlier or in another tab at /
  await waitFor(async () => expect(await note(named)).toMatch(/was created\.$/))
  expect((await field('Click URL')).value).toBe('https://own.example')
  expect(screen.queryByText('Successfully created banner')).toBeNull()
  await pressIn('Confirm')
  await screen.findByText('Successfully created banner')
  await isClosed()
  expect(sent).toEqual(['https://other.example', 'https://own.example'])
})
