import { expect, test } from 'vitest'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { addProjectEvents, type ProjectNews } from '#server/db/messages/account-events.ts'
import {
  addDevice,
  deliver,
  log,
  minutes,
  project,
  pushed,
  service,
  setUpDelivery,
  staff,
  t,
  watch,
} from '#tests/support/calls/alert-delivery.ts'
import type { SignedIn } from '#tests/support/server/app.ts'
import { someAddress } from '#tests/support/server/builders.ts'

setUpDelivery()

const WALLET = someAddress()
let last = 0
async function announce(author: SignedIn, kind: ProjectNews['kind'] = 'approval_requested') {
  last += 1
  const by = author.user.email
  const data =
    kind === 'script_changed'
      ? { by, version: 4 }
      : { by, tokens: '250000.000000000000000000', wallet_address: WALLET, approval_id: '7' }
  const news = { kind, projectId: project, key: `${kind}:${last}`, data }
  const event = { ...news, authorId: author.user.id, now: t.clock.now() }
  await inTransaction(t.db, (tx) => addProjectEvents(tx, event))
}
const mailedTo = () => t.mails.map(({ to }) => to)

test('a credit that waits is announced to the people of the project, but not to its author', async () => {
  const author = await t.signIn('user', [project])
  const stranger = await t.signIn('client', [])
  const marketing = await t.signIn('marketing', [project])
  await addDevice()
  await announce(author)
  await deliver()
  await deliver()
  const path = `/manual-transactions?projects=${project}`
  expect(pushed()).toEqual([
    {
      // A locked screen shows it, and amounts are hidden there by default.
      title: `${project}: a credit waits for approval`,
      body: `By ${author.user.email} to ${WALLET.slice(0, 10)}…${WALLET.slice(-4)}`,
      path,
      tag: expect.stringMatching(/^alert-\d+$/),
    },
  ])
  expect(mailedTo()).toContain(staff.user.email)
  for (const { user } of [author, stranger, marketing]) expect(mailedTo()).not.toContain(user.email)
  const mail = t.mails.find(({ to }) => to === staff.user.email)
  expect(mail).toMatchObject({
    subject: `${project}: a credit waits for approval`,
    text: expect.stringContaining(
      `${project}: a credit of 250,000.00 tokens waits for approval\nBy ${author.user.email}`,
    ),
  })
  expect(mail?.text).toContain(`https://sales.example${path}\n`)
  // Alerts of rules are listed, these are not.
  expect(await log()).toEqual([])
})

test('people who have yet to prove their address or to change the password hear nothing', async () => {
  const author = await t.signIn('user', [project])
  const invited = { invited_at: t.clock.now(), is_email_verified: false }
  const others = [
    await t.signIn('user', [project], invited),
    await t.signIn('client', [project], { is_email_verified: false }),
    await t.signIn('admin', [], { requires_password_reset: true }),
  ]
  await announce(author)
  await deliver()
  expect(mailedTo()).toContain(staff.user.email)
  for (const { user } of others) expect(mailedTo()).not.toContain(user.email)
})

test('changed scripts open their page', async () => {
  const author = await t.signIn('user', [project])
  await addDevice()
  await announce(author, 'script_changed')
  await deliver()
  expect(pushed()).toMatchObject([
    {
      title: `${project}: the SEO scripts were changed`,
      body: `Version 4, by ${author.user.email}`,
      path: `/seo-scripts?projects=${project}`,
    },
  ])
})

test.each([
  ['transaction.void', 'a purchase', 'was voided', '/transactions/{project}/7'],
  ['transaction.restore', 'a purchase', 'was restored', '/transactions/{project}/7'],
  [
    'manual_transaction.reverse',
    'a credit',
    'was reversed',
    '/manual-transactions?projects={project}&id=7',
  ],
  ['wallet.successor', 'the successor of a wallet', 'was changed', '/users/{project}/7'],
])(
  'the news of %s say what and by whom, with the amount in the mail only',
  async (action, what, done, path) => {
    await addDevice()
    const author = await t.signIn('user', [project])
    const data = {
      action,
      object_id: '7',
      tokens: '250000.000000000000000000',
      wallet_address: WALLET,
      by: author.user.email,
    }
    const news = {
      kind: 'corrected',
      projectId: project,
      key: action,
      data,
      authorId: author.user.id,
    } as const
    await inTransaction(t.db, (tx) => addProjectEvents(tx, { ...news, now: t.clock.now() }))
    await deliver()
    expect(pushed()).toMatchObject([
      { title: `${project}: ${what} ${done}`, path: path.replace('{project}', project) },
    ])
    expect(t.mails.find(({ to }) => to === staff.user.email)?.text).toContain(
      `${project}: ${what} of 250,000.00 tokens ${done}\nBy ${author.user.email}, wallet 0x`,
    )
  },
)

test('amounts are shown on a locked screen where that is allowed', async () => {
  await addDevice()
  await watch({}, { hide_amounts: 0 })
  await announce(await t.signIn('user', [project]))
  await deliver()
  expect(pushed()[0]?.title).toBe(`${project}: a credit of 250,000.00 tokens waits for approval`)
})

test('quiet hours put off the message on a device, and grouping puts off nothing', async () => {
  const author = await t.signIn('user', [project])
  await addDevice()
  await watch({}, { group: 1, quiet_hours: { from: '13:00', to: '13:30' } })
  await announce(author)
  await announce(author)
  await deliver()
  expect(pushed()).toEqual([])
  expect(mailedTo().filter((to) => to === staff.user.email)).toHaveLength(2)
  minutes(30)
  await deliver()
  expect(pushed()).toHaveLength(2)
})

test.each([
  ['no longer sees the project', { memberships: true }],
  ['has another role', { role: 'marketing' }],
  ['is disabled', { disabled_at: new Date('2026-11-20T12:00:00.000Z') }],
] as const)('somebody who %s gets no message', async (_name, change) => {
  await addDevice()
  await announce(await t.signIn('user', [project]))
  const { id, email } = staff.user
  await ('memberships' in change
    ? t.db.deleteFrom('memberships').where('user_id', '=', id).execute()
    : t.db.updateTable('users').set(change).where('id', '=', id).execute())
  await deliver()
  expect(pushed()).toEqual([])
  expect(mailedTo()).not.toContain(email)
})

test('a message that waits is among the notices of its person', async () => {
  await addDevice('Firefox on Linux')
  await announce(await t.signIn('user', [project]))
  service.behave(() => ({ status: 500 }))
  await deliver()
  const path = `/notices?state=waiting&projects=${project}`
  const { status, body } = await t.call('GET', path, { as: staff })
  expect([status, body]).toEqual([
    200,
    [expect.objectContaining({ project_id: project, kind: 'push', subject: 'Firefox on Linux' })],
  ])
})
