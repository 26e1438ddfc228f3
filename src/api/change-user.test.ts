import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { clearRecord, readRecord, writeRecord } from '#src/state/session-record.ts'
import { enterSession, leaveSession } from '#src/state/session.ts'
import { changeUser } from './change-user.ts'

const user = {
  id: '7',
  role: 'client',
  email: 'a@example.com',
  is_email_verified: 1,
  requires_password_reset: 1,
} as const

it('an offline start knows that the password was changed, and a logout clears the user', async () => {
  await writeRecord({ generation: 1, refresh: 'r', user })
  enterSession(user)
  await changeUser({ requires_password_reset: 0 })
  expect(await readRecord()).toMatchObject({ refresh: 'r', user: { requires_password_reset: 0 } })
  await clearRecord()
  await changeUser({ requires_password_reset: 0 })
  expect(await readRecord()).toBeNull()
  leaveSession()
})
