import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connection } from '#src/session/connection.ts'
import { leaveSession } from '#src/state/session.ts'
import type { Member } from '#src/wire/team.ts'
import { isAnythingUnsaved } from '#src/writes/unsaved-changes.ts'
import { openFaultyApi, type Failure } from '#tests/support/screens/faulty-api.ts'
import { acts } from '#tests/support/screens/screen-rows.ts'
import { SCREEN_USER, signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage, showPage } from '#tests/support/screens/show-page.tsx'
import {
  button,
  dialog,
  field,
  isClosed,
  press,
  pressIn,
  type,
} from '#tests/support/screens/user-actions.ts'
import { TeamPage } from './TeamPage.tsx'

/** The width of the window. */
const width = new EventTarget()
let isNarrow = false
const { matchMedia } = window
window.matchMedia = (query) => ({
  ...matchMedia(query),
  get matches() {
    return isNarrow && query.includes('max-width: 850px')
  },
  addEventListener: width.addEventListener.bind(width),
})
const narrow = (isNow: boolean) =>
  act(() => {
    isNarrow = isNow
    width.dispatchEvent(new Event('change'))
  })

const EMAIL = 'nadia@saleroom.example'
const member = (id: string, fields: Partial<Member>): Member => ({
  id,
  email: `${id}@saleroom.example`,
  role: 'user',
  projects: ['AURA'],
  state: 'active',
  is_email_verified: 1,
  last_seen_at: null,
  ...fields,
})

let api: ReturnType<typeof openFaultyApi>
let team: Member[]
/** The response to an invitation, besides the member. */
let more: object
let features: string[]
/** The body of the last invitation. */
let sent: unknown
/** The roles that need a second factor. */
let roles: string[]

beforeEach(() => {
  team = [member(SCREEN_USER.id, { email: SCREEN_USER.email, role: 'admin' }), member('2', {})]
  more = {}
  features = []
  roles = ['admin']
  api = openFaultyApi({
    ...acts(),
    'GET /features': () => ({ features }),
    'GET /security/policy': () => ({ second_factor_roles: roles }),
    'PUT /security/policy': ({ body }) => {
      const { second_factor_roles: chosen } = body as { second_factor_roles: string[] }
      if (chosen.includes('client'))
        return Response.json(
          { code: 409, message: 'Set up your own second factor first' },
          { status: 409 },
        )
      roles = chosen
      return { second_factor_roles: roles }
    },
    'DELETE /team/*': () => {
      team = team.map((one) => ({ ...one, has_second_factor: 0 as const }))
    },
    'POST /team/*': ({ path }) =>
      path.endsWith('/invite')
        ? { member: team.find(({ id }) => path.includes(`/${id}/`)) }
        : undefined,
    'GET /team': () => team,
    'POST /team': ({ body }) => {
      const { email } = body as { email: string }
      sent = body
      if (team.some((one) => one.email === email))
        return Response.json({ code: 409, message: `${email} already exists.` }, { status: 409 })
      const invited = member('3', { email, state: 'invited' })
      team = [...team, invited]
      return { member: invited, ...more }
    },
    'PATCH /team/*': ({ body }) => {
      const { disabled } = body as { disabled?: 0 | 1 }
      const [me, other] = team
      const state = disabled === 1 ? 'disabled' : 'active'
      team = [me!, { ...other!, ...(body as object), state }]
      return team[1]
    },
  })
  connection.isOnline = true
  signInHere()
  showPage(TeamPage)
})
afterEach(() => {
  endPage()
  narrow(false)
})

/** Shows the page again, with what was changed meanwhile. */
async function showAgain(has: string[]) {
  cleanup()
  await act(async () => leaveSession(true))
  features = has
  act(() => signInHere())
  showPage(TeamPage)
}

async function fillInvitation(email = EMAIL) {
  await screen.findByText('2@saleroom.example')
  await press('Invite')
  await type('Email', email)
  await checkProject('AURA')
}

async function checkProject(name: string) {
  const box = () => document.querySelector(`[role=checkbox][aria-label="${name}"]`)
  await waitFor(() => expect(box()).not.toBeNull())
  fireEvent.click(box()!)
}

async function openMenu(email: string): Promise<(name: string) => HTMLElement | undefined> {
  fireEvent.click(await button(`Actions for ${email}`))
  await waitFor(() => expect(document.querySelector('[role=menu]')).not.toBeNull())
  return (name) =>
    [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find(
      (item) => item.textContent === name,
    )
}

it.each<Failure>(['no connection', '500'])(
  'an invitation that failed (%s) keeps what is typed, and can be sent again',
  async (failure) => {
    await fillInvitation()
    api.break('POST /team', failure)
    await pressIn('Send invitation')
    await screen.findByText(
      failure === '500' ? 'Internal server error' : 'Error sending the invitation',
    )
    expect((await field('Email')).value).toBe(EMAIL)
    api.mend()
    await waitFor(() => expect(connection.isOnline).toBe(true))
    await pressIn('Send invitation')
    await screen.findByText(`Invitation sent to ${EMAIL}`)
    await isClosed()
    await screen.findByText(EMAIL)
    expect(isAnythingUnsaved()).toBe(false)
  },
)

it('an invitation whose response was lost is in the list, and the dialog closes', async () => {
  await fillInvitation()
  api.break('POST /team', 'an answer lost on the way')
  await pressIn('Send invitation')
  await screen.findByText('Error sending the invitation')
  api.mend()
  await isClosed()
  await screen.findByText(EMAIL)
  expect(isAnythingUnsaved()).toBe(false)
})

it('an address that is on the team already is an error of its field', async () => {
  await fillInvitation('2@saleroom.example')
  await pressIn('Send invitation')
  const message = '2@saleroom.example already exists.'
  await waitFor(() => expect(dialog()?.textContent).toContain(message))
  expect((await field('Email')).getAttribute('aria-invalid')).toBe('true')
})

it('a server without mail gives a one-time password, which is shown once', async () => {
  more = { one_time_password: 'once-only' }
  await fillInvitation()
  await pressIn('Send invitation')
  await screen.findByText('once-only')
  expect(dialog()?.textContent).toContain(EMAIL)
  await button('Copy one-time password')
  await pressIn('Done')
  await isClosed()
  expect(document.body.textContent).not.toContain('once-only')
})

it('what is typed into the dialog is there again after the page was left', async () => {
  await fillInvitation('nad')
  cleanup()
  showPage(TeamPage)
  expect((await field('Email')).value).toBe('nad')
  expect(isAnythingUnsaved()).toBe(true)
  await pressIn('Cancel')
  await isClosed()
  expect(isAnythingUnsaved()).toBe(false)
})

it('a disabled account can be enabled again', async () => {
  const item = await openMenu('2@saleroom.example')
  fireEvent.click(item('Disable')!)
  await pressIn('Disable')
  await screen.findByText('Disabled 2@saleroom.example')
  await screen.findByText('Disabled')
  await isClosed()
  const again = await openMenu('2@saleroom.example')
  fireEvent.click(again('Enable')!)
  await screen.findByText('Enabled 2@saleroom.example')
  expect(api.done('PATCH /team/*')).toBe(2)
})

it('without a connection every action has the reason why it is unavailable', async () => {
  await screen.findByText('2@saleroom.example')
  act(() => {
    connection.isOnline = false
  })
  const item = await openMenu('2@saleroom.example')
  expect(item('Disable')?.getAttribute('aria-disabled')).toBe('true')
  expect((await button('Invite')).getAttribute('aria-disabled')).toBe('true')
})

it('a list that did not load shows the reason, and can be tried again', async () => {
  await act(async () => leaveSession(true))
  api.break('GET /team', '500')
  act(() => signInHere())
  await screen.findByText('Team did not load')
  api.mend()
  await press('Try again')
  expect(await screen.findByText('2@saleroom.example')).toBeTruthy()
})

it('a server without second factors shows none of them', async () => {
  await screen.findByText('2@saleroom.example')
  expect(document.body.textContent).not.toContain('Second factor')
})

it('another person’s second factor is reset after a confirmation', async () => {
  team = team.map((one) => ({ ...one, has_second_factor: 1 as const }))
  await showAgain([])
  const item = await openMenu('2@saleroom.example')
  expect(document.body.textContent).toContain('On')
  fireEvent.click(item('Reset second factor')!)
  await waitFor(() =>
    expect(dialog()?.textContent).toContain('Reset second factor of 2@saleroom.example?'),
  )
  await pressIn('Reset second factor')
  await screen.findByText('Reset the second factor of 2@saleroom.example')
  await isClosed()
  expect(api.done('DELETE /team/*')).toBe(1)
})

it('the roles that need a second factor are changed, and a refusal is shown in the dialog', async () => {
  team = [{ ...team[0]!, has_second_factor: 1 }, member('2', { has_second_factor: 0 })]
  await showAgain(['factors'])
  await press('Second factor rules')
  await waitFor(() => expect(dialog()?.textContent).toContain('Everybody with these roles'))
  const check = (name: string) =>
    fireEvent.click(document.querySelector(`[role=checkbox][aria-label=${name}]`)!)
  check('User')
  await waitFor(() =>
    expect(dialog()?.textContent).toContain('1 of 2 people with these roles has none yet'),
  )
  check('Client')
  // A phone that is turned keeps what is chosen.
  narrow(true)
  await pressIn('Save')
  await waitFor(() =>
    expect(dialog()?.querySelector('[role=alert]')?.textContent).toBe(
      'Set up your own second factor first',
    ),
  )
  check('Client')
  await pressIn('Save')
  await screen.findByText('Second factor rules saved')
  await isClosed()
  expect(roles).toEqual(['admin', 'user'])
})

it('the last admin, who is oneself, can’t be changed, and the menu says why', async () => {
  await screen.findByText('you')
  const item = await openMenu(SCREEN_USER.email)
  const isOff = (name: string) => item(name)?.getAttribute('aria-disabled')
  expect(['Change role', 'Disable', 'End sessions'].map(isOff)).toEqual(['true', 'true', null])
  fireEvent.pointerEnter(item('Change role')!)
  await screen.findByText("The last admin can't be changed")
  expect(document.body.textContent).toContain('The last admin cannot be changed or disabled.')
})

it('the sessions of a person end after a confirmation', async () => {
  const item = await openMenu('2@saleroom.example')
  fireEvent.click(item('End sessions')!)
  await waitFor(() =>
    expect(dialog()?.textContent).toContain('End sessions of 2@saleroom.example?'),
  )
  expect(api.done('POST /team/*')).toBe(0)
  await pressIn('End sessions')
  await screen.findByText('Ended the sessions of 2@saleroom.example')
  expect(api.done('POST /team/*')).toBe(1)
})

it('a person is allowed only to look, and to change things again', async () => {
  await showAgain(['readers'])
  const item = await openMenu('2@saleroom.example')
  fireEvent.click(item('Allow only looking')!)
  await waitFor(() =>
    expect(dialog()?.textContent).toContain('Allow 2@saleroom.example only to look?'),
  )
  await pressIn('Allow only looking')
  await screen.findByText('Successfully changed person')
  await screen.findByText('Can only look')
  expect(team[1]?.may_write).toBe(0)

  const next = await openMenu('2@saleroom.example')
  expect(next('Allow only looking')).toBeUndefined()
  fireEvent.click(next('Change role')!)
  fireEvent.click(await screen.findByLabelText('Admin'))
  await screen.findByText('An admin may change everything, so they no longer only look.')
  await pressIn('Cancel')
  const again = await openMenu('2@saleroom.example')
  fireEvent.click(again('Allow changes')!)
  await waitFor(() =>
    expect(dialog()?.textContent).toContain('Allow 2@saleroom.example to change things?'),
  )
  await pressIn('Allow changes')
  await waitFor(() => expect(screen.queryByText('Can only look')).toBeNull())
  expect(team[1]?.may_write).toBe(1)
})

it('an invitation says who only looks, and an admin never does', async () => {
  await showAgain(['readers'])
  await fillInvitation()
  const readOnlySwitch = () => screen.queryByRole('switch', { name: 'Can only look' })
  fireEvent.click(await screen.findByRole('switch', { name: 'Can only look' }))
  fireEvent.click(screen.getByLabelText('Admin'))
  await waitFor(() => expect(readOnlySwitch()).toBeNull())
  fireEvent.click(screen.getByLabelText('Client'))
  await waitFor(() => expect(readOnlySwitch()?.getAttribute('aria-checked')).toBe('false'))
  fireEvent.click(readOnlySwitch()!)
  await pressIn('Send invitation')
  await screen.findByText(`Invitation sent to ${EMAIL}`)
  expect(sent).toMatchObject({ role: 'client', may_write: 0 })
})

it('an admin is invited without projects, and an invitation is sent again', async () => {
  await fillInvitation()
  const projects = () => dialog()?.querySelector('[role=group][aria-label=Projects]') ?? null
  expect(dialog()?.textContent).toContain('Projects')
  fireEvent.click(screen.getByLabelText('Admin'))
  await waitFor(() => expect(dialog()?.textContent).not.toMatch(/Projects\d of/))
  expect(projects()).toBeNull()
  await pressIn('Send invitation')
  await screen.findByText(`Invitation sent to ${EMAIL}`)
  await isClosed()
  const item = await openMenu(EMAIL)
  fireEvent.click(item('Send the invitation again')!)
  await waitFor(() => expect(api.done('POST /team/*')).toBe(1))
})

it.each([
  ['waiting', 'The invitation is not sent yet, and is tried again. The mail server is away'],
  ['failed', 'The invitation was not sent. The mail server is away'],
] as const)('says why the mail of an invitation is %s', async (state, text) => {
  const mail = { state, reason: 'The mail server is away' }
  await fillInvitation()
  team = [...team, member('4', { state: 'invited', invitation_mail: mail })]
  await pressIn('Send invitation')
  expect(await screen.findByText(text)).toBeDefined()
})

it('an invitation without a project is refused, as is taking the last one away', async () => {
  const refusal = 'Choose at least one project. Without one, they see nothing.'
  await fillInvitation()
  expect(dialog()?.textContent).toContain('A project that is added later is not included.')
  await checkProject('AURA')
  await pressIn('Send invitation')
  await waitFor(() => expect(dialog()?.querySelector('[role=alert]')?.textContent).toBe(refusal))
  expect(api.done('POST /team')).toBe(0)
  await checkProject('All projects as of today')
  await waitFor(() => expect(dialog()?.querySelector('[role=alert]')).toBeNull())
  await pressIn('Send invitation')
  await screen.findByText(`Invitation sent to ${EMAIL}`)
  await isClosed()

  const item = await openMenu('2@saleroom.example')
  fireEvent.click(item('Change projects')!)
  await checkProject('AURA')
  await waitFor(() => expect(dialog()?.querySelector('[role=alert]')?.textContent).toBe(refusal))
  await pressIn('Change projects')
  expect(api.done('PATCH /team/*')).toBe(0)
})
