import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStandIn, type Received, type StandIn } from '#tests/support/screens/stand-in.ts'
import { openTelegram } from './telegram.ts'

let service: StandIn
beforeAll(async () => {
  service = await openStandIn()
})
afterAll(() => service.close())

const TEXT = { html: 'Sold', plain: 'Sold' }
const chatOf = ({ body }: Received) => /name="chat_id"\r\n\r\n(\S+)/.exec(body)?.[1]
const moved = {
  status: 400,
  body: {
    ok: false,
    description: 'Bad Request: group chat was upgraded to a supergroup chat',
    parameters: { migrate_to_chat_id: -1_009_876_543_210 },
  },
}

it('follows a group that has moved, and then sends to its new id', async () => {
  service.behave((request) =>
    chatOf(request) === '-55' ? moved : { status: 200, body: { ok: true, result: {} } },
  )
  const chat = openTelegram({ token: '1:x', url: service.url })
  expect(await chat.send('-55', TEXT, null)).toEqual({ is: 'sent' })
  expect(await chat.send('-55', TEXT, null)).toEqual({ is: 'sent' })
  expect(service.received.map(chatOf)).toEqual(['-55', '-1009876543210', '-1009876543210'])
})

it('does not follow a group in circles', async () => {
  service.behave(() => moved)
  const before = service.received.length
  const chat = openTelegram({ token: '1:x', url: service.url })
  expect(await chat.send('-55', TEXT, null)).toMatchObject({ is: 'refused' })
  expect(service.received.length - before).toBe(2)
})
