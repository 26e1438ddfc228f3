import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { enterSession, leaveSession } from '#src/state/session.ts'
import { until } from '#tests/support/server/until.ts'
import { pendingWritesOf, readPendingWrites } from './pending-writes.ts'

const schema = z.object({ tokens: z.string() })
const credits = pendingWritesOf('credit', schema)
const codes = pendingWritesOf('bonus-code', schema)
const enter = (id: string) =>
  enterSession({
    id,
    role: 'user',
    email: 'a@saleroom.example',
    is_email_verified: 1,
    requires_password_reset: 0,
  })
const pendingWrite = (key: string) => ({ key, sentAt: Date.now(), what: { tokens: '500' } })

afterEach(() => leaveSession(true))

test('a screen shows the user’s pending credits only', async () => {
  enter('1')
  const all = renderHook(() => credits.useAll()).result
  const one = renderHook(() => credits.use('AURA 0x1')).result
  await act(async () => {
    await credits.save('AURA 0x1', pendingWrite('k1'))
    await credits.save('AURA 0x2', pendingWrite('k2'))
    await codes.save('dialog', pendingWrite('k3'))
    await readPendingWrites()
  })
  const keys = () => all.current.map(({ key }) => key).toSorted()
  await until(() => expect(keys()).toEqual(['k1', 'k2']))
  expect(one.current).toMatchObject({ key: 'k1', what: { tokens: '500' } })
  await act(async () => {
    await credits.resolve('k1')
  })
  await until(() => expect(keys()).toEqual(['k2']))
  expect(one.current).toBeUndefined()
  act(() => {
    leaveSession()
    enter('2')
  })
  await until(() => expect(keys()).toEqual([]))
})
