import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { leaveSession } from '#src/state/session.ts'
import type { Notice } from '#src/wire/notices.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { renderInApp } from '#tests/support/screens/show-page.tsx'
import { UnsentNotices } from './UnsentNotices.tsx'

const notice = (id: string, kind: Notice['kind'], reason: string): Notice => ({
  id,
  project_id: 'AURA',
  kind,
  state: 'failed',
  reason,
  attempts: 1,
  created_at: '2026-11-20T10:00:00.000Z',
})

let unsent: Notice[]
let features: string[]
const retried: string[] = []

beforeEach(() => {
  retried.length = 0
  features = []
  // The newest first, as in the response.
  unsent = [
    notice('4', 'chat', 'Bad Request: chat not found'),
    notice('3', 'lead', 'Key not found'),
    notice('2', 'chat', 'No text is set'),
    notice('1', 'chat', 'No text is set'),
  ]
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    const { pathname } = new URL(
      input instanceof Request ? input.url : String(input),
      'http://localhost',
    )
    const [, id] = /^\/v1\/notices\/(\d+)\/retry$/.exec(pathname) ?? []
    if (pathname === '/v1/features') return Response.json({ features })
    if (id === undefined) return Response.json(unsent)
    retried.push(id)
    const one = unsent.find((other) => other.id === id)
    unsent = unsent.filter((other) => other.id !== id)
    return Response.json({ ...one, state: 'waiting' })
  })
  signInHere()
})

afterEach(() => {
  leaveSession()
  vi.unstubAllGlobals()
})

const open = () => renderInApp(<UnsentNotices projectId="AURA" kind="chat" />)

it('an admin gets a link to the list, where the server has it', async () => {
  features = ['administration']
  open()
  const link = await screen.findByRole('link', { name: '3 unsent notices' })
  expect(link.getAttribute('href')).toBe('/connections?project=AURA')
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByRole('status').textContent).toContain('Bad Request: chat not found')
})

it('a project’s card shows the number of unsent notices and the reason, and resends them in order', async () => {
  open()
  const line = await screen.findByRole('status')
  expect(line.textContent).toContain('3 notices could not be sent: Bad Request: chat not found')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  expect(retried).toEqual(['1', '2', '4'])
})

it('a missing channel id has a button that leads to its field', async () => {
  unsent = [notice('5', 'chat', 'No channel id is set')]
  renderInApp(
    <section>
      <input aria-label="Channel ID" name="telegram_channel_id" />
      <UnsentNotices projectId="AURA" kind="chat" />
    </section>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Set the channel id' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Channel ID'))
})
