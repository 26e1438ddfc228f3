import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { signChallenge } from '#src/account/passkeys.ts'
import { send } from '#src/api/http.ts'
import { connection } from '#src/session/connection.ts'
import { cancelStepUp, NOT_CONFIRMED } from '#src/session/step-up.ts'
import { setPrivacy } from '#src/state/filters.ts'
import { leaveSession } from '#src/state/session.ts'
import { ingestKeyCalls } from '#src/wire/ingest-keys.ts'
import { manualTransactionCalls } from '#src/wire/manual-transactions.ts'
import { INVALID_CHALLENGE, INVALID_CODE } from '#src/wire/second-factors.ts'
import { teamCalls } from '#src/wire/team.ts'
import { sendUntilConfirmed } from '#src/writes/idempotent-write.ts'
import { openFaultyApi, type Arrival } from '#tests/support/screens/faulty-api.ts'
import { WALLET } from '#tests/support/screens/screen-rows.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage } from '#tests/support/screens/show-page.tsx'
import { button, field, isClosed, press, type } from '#tests/support/screens/user-actions.ts'
import { StepUpLayer } from './DataProvider.tsx'

vi.mock(import('#src/account/passkeys.ts'), async (load) => ({
  ...(await load()),
  hasPasskeySupport: () => true,
  signChallenge: vi.fn<typeof signChallenge>(),
  cancelPasskey: async () => undefined,
}))

/** How many forms of the dialog React keeps: each holds what was typed. */
const kept = vi.hoisted(() => ({ forms: 0 }))
vi.mock(import('#src/features/sign-in/step-up/use-step-up.ts'), async (load) => {
  const { useStepUp } = await load()
  return {
    useStepUp: (...given) => {
      useEffect(() => {
        kept.forms += 1
        return () => {
          kept.forms -= 1
        }
      }, [])
      return useStepUp(...given)
    },
  }
})

afterEach(async () => {
  endPage()
  await act(async () => {
    cancelStepUp()
  })
  vi.clearAllMocks()
})

const KEY = { params: { id: 'AURA', key_id: '1' } }
const SECRET = 'the password'
const PASSKEY = {
  id: 'k',
  rawId: 'k',
  type: 'public-key',
  response: { clientDataJSON: 'a', authenticatorData: 'b', signature: 'c' },
} as const
const answer = (code: number, message: string, more: object = {}) =>
  Response.json({ code, message, ...more }, { status: code, headers: { 'Retry-After': '1800' } })

/** A server that requires a confirmation, proved by the password or the code 123456. */
function open(factors: string[], over?: string) {
  let isConfirmed = false
  let issued = 0
  const bodies: unknown[] = []
  let next: Response | null = null
  const guarded = (reply: (arrival: Arrival) => unknown) => (arrival: Arrival) => {
    if (isConfirmed) return reply(arrival)
    issued += 1
    const stepUp = { challenge: `c${issued}`, factors, ...(over === undefined ? {} : { over }) }
    return answer(403, 'Confirm it is you', { step_up: stepUp })
  }
  const credit = `/wallets/${WALLET.project_id}/${WALLET.wallet_address}/transactions/manual`
  const api = openFaultyApi({
    'POST /auth/step-up': ({ body }) => {
      bodies.push(body)
      const answered = next
      next = null
      if (answered) return answered
      const isRight = /the password|123456|"passkey"/.test(JSON.stringify(body))
      if (!isRight) return answer(400, INVALID_CODE)
      isConfirmed = true
      return undefined
    },
    'DELETE /projects/AURA/keys/1': guarded(() => undefined),
    'DELETE /team/7/factors': guarded(() => undefined),
    [`POST ${credit}`]: guarded(() => ({
      authorizer: null,
      created_at: '2026-11-20T11:17:35.000Z',
      id: '5',
      project_id: WALLET.project_id,
      reason: 'Refund',
      tokens: '350000',
      updated_at: '2026-11-20T11:17:35.000Z',
      wallet_address: WALLET.wallet_address,
    })),
  })
  signInHere()
  render(<StepUpLayer />)
  return {
    api,
    bodies,
    credit: `POST ${credit}`,
    answerNext: (response: Response) => {
      next = response
    },
  }
}

const revoke = () => send(ingestKeyCalls.revokeIngestKey, KEY)
const { createManualTransaction } = manualTransactionCalls
const creditWith = (idempotencyKey: string) =>
  send(createManualTransaction, {
    params: { project_id: WALLET.project_id, wallet_address: WALLET.wallet_address },
    body: { tokens: '350000', reason: 'Refund' },
    idempotencyKey,
  })

test('a confirmed call is sent again, and its caller notices nothing', async () => {
  const { api, bodies } = open(['password'])
  const done = revoke()
  await screen.findByRole('dialog', { name: 'Confirm it is you' })
  screen.getByText(/Changing keys needs a confirmation. Confirm with your password/)
  expect((await button('Confirm')).getAttribute('aria-disabled')).toBe('true')
  await type('Password', SECRET)
  await press('Confirm')
  await done
  await isClosed()
  expect(bodies).toEqual([{ challenge: 'c1', kind: 'password', password: SECRET }])
  expect(api.done('DELETE /projects/AURA/keys/1')).toBe(2)
})

test('one confirmation is for all calls that wait', async () => {
  const { bodies } = open(['password'])
  const done = Promise.all([revoke(), send(teamCalls.resetMemberFactors, { params: { id: '7' } })])
  await type('Password', SECRET)
  await press('Confirm')
  await done
  await isClosed()
  expect(bodies).toHaveLength(1)
})

test('a call that is not confirmed fails with a sentence that says so', async () => {
  open(['password'])
  const refused = revoke().catch((error: unknown) => error)
  await press('Cancel')
  expect(await refused).toMatchObject({ kind: 'answer', status: 403, message: NOT_CONFIRMED })
  await isClosed()
})

test('the end of the session closes the dialog', async () => {
  open(['password'])
  const refused = revoke().catch((error: unknown) => error)
  await button('Cancel')
  await act(async () => leaveSession(true))
  // No toast and no check follow: the server had refused the call.
  expect(await refused).toMatchObject({ kind: 'aborted', isUnsent: true })
  await isClosed()
})

test('the sixth digit confirms by itself, and a wrong code leaves an empty field', async () => {
  const { bodies } = open(['totp'])
  const done = revoke()
  await type('Code from your authenticator', '111 111')
  await screen.findByText(INVALID_CODE)
  expect((await field('Code from your authenticator')).value).toBe('')
  await type('Code from your authenticator', '123 456')
  await done
  await isClosed()
  expect(bodies).toHaveLength(2)
})

test('an expired challenge is replaced without losing the call', async () => {
  const { bodies, answerNext } = open(['password'])
  const done = revoke()
  await type('Password', SECRET)
  answerNext(answer(400, INVALID_CHALLENGE))
  await press('Confirm')
  await screen.findByText('This took too long. Try again.')
  await press('Confirm')
  await done
  expect(bodies).toMatchObject([{ challenge: 'c1' }, { challenge: 'c2' }])
})

test('too many tries show when it is possible again', async () => {
  const { answerNext } = open(['totp'])
  const done = revoke().catch(() => undefined)
  answerNext(answer(429, 'Too many requests'))
  await type('Code from your authenticator', '123456')
  const text = await screen.findByText(/^Too many tries/)
  expect(text.textContent).toMatch(/Try again at \d\d:\d\d\.$/)
  await press('Cancel')
  await done
})

test('offline the dialog says so and sends nothing', async () => {
  const { bodies } = open(['totp'])
  const done = revoke().catch(() => undefined)
  await field('Code from your authenticator')
  act(() => {
    connection.isOnline = false
  })
  await screen.findByText('You are offline. Nothing was sent.')
  await type('Code from your authenticator', '123456')
  expect(bodies).toEqual([])
  await press('Cancel')
  await done
})

test('a proof whose answer was lost is not called unsent', async () => {
  const { api, bodies } = open(['password'])
  const done = revoke()
  await type('Password', SECRET)
  api.break('POST /auth/step-up', 'an answer lost on the way')
  await press('Confirm')
  await screen.findByText('The server could not be reached.')
  expect(bodies).toHaveLength(1)
  api.mend()
  await press('Confirm')
  await done
})

test('a passkey that is used after the connection was lost is not sent', async () => {
  const { bodies } = open(['passkey'])
  const done = revoke().catch(() => undefined)
  vi.mocked(signChallenge).mockImplementationOnce(async () => {
    connection.isOnline = false
    return PASSKEY
  })
  await press('Use a passkey')
  await screen.findByText('You are offline. Nothing was sent.')
  expect(bodies).toEqual([])
  await press('Cancel')
  await done
})

test('what was typed is not kept once the dialog has closed', async () => {
  open(['password'])
  const refused = revoke().catch(() => undefined)
  await type('Password', SECRET)
  expect(kept.forms).toBe(1)
  await press('Cancel')
  await refused
  await waitFor(() => expect(kept.forms).toBe(0))
})

test('a passkey confirms, and one that was not used can be tried again', async () => {
  const { bodies } = open(['passkey', 'totp'])
  const done = revoke()
  const sign = vi.mocked(signChallenge)
  sign.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
  await press('Use a passkey')
  await screen.findByText('The passkey was not used. Try again.')
  sign.mockResolvedValueOnce(PASSKEY)
  await press('Use a passkey')
  await done
  expect(sign).toHaveBeenCalledWith('c1')
  expect(bodies).toEqual([{ challenge: 'c1', kind: 'passkey', credential: PASSKEY }])
})

test('after a sign-in with a recovery code the password is a choice beside the code', async () => {
  const { bodies } = open(['totp', 'password'])
  const done = revoke()
  await press('Use your password')
  await type('Password', SECRET)
  await press('Confirm')
  await done
  expect(bodies).toMatchObject([{ kind: 'password' }])
})

test('a large credit names its amount and the limit, masked in privacy mode', async () => {
  const { api, credit } = open(['password'], '100000')
  const sent = sendUntilConfirmed(
    { key: 'k1', what: null, sentAt: 0 },
    ({ key }) => creditWith(key),
    { isRetry: false, onRetry: () => undefined },
  )
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain(
    'Crediting 350,000.00 AURA is above this project’s limit of 100,000.00. Confirm with your password; it holds for 10 minutes.',
  )
  await act(async () => setPrivacy(true))
  expect(dialog.textContent).not.toMatch(/350|100,000/)
  await type('Password', SECRET)
  await press('Confirm')
  expect(await sent).toMatchObject({ is: 'done', result: { id: '5' } })
  expect(api.done(credit)).toBe(2)
})

test('a credit without an answer stays unconfirmed if its check is not confirmed', async () => {
  const { api, credit } = open(['password'])
  api.break(credit, 'no connection')
  const sent = sendUntilConfirmed(
    { key: 'k1', what: null, sentAt: 0 },
    ({ key }) => creditWith(key),
    { isRetry: false, onRetry: () => api.mend() },
  )
  await press('Cancel')
  expect(await sent).toMatchObject({ is: 'unknown' })
  // The same dialog is not shown once more.
  expect(api.done(credit)).toBe(1)
})

test('the focus returns to where it was', async () => {
  open(['password'])
  const own = document.body.appendChild(document.createElement('button'))
  own.focus()
  const refused = revoke().catch(() => undefined)
  await waitFor(async () => expect(document.activeElement).toBe(await field('Password')))
  fireEvent.keyDown(await field('Password'), { key: 'Escape' })
  await refused
  await isClosed()
  await waitFor(() => expect(document.activeElement).toBe(own))
  own.remove()
})
