import type { Telegram } from '#server/dependencies.ts'
import { PRODUCT_NAME } from '#src/domain/product.ts'
import { fillNotice } from './notice-text.ts'
import { MAX_TEXT_LENGTH, NO_BOT, NO_CHANNEL, type Chat } from './telegram.ts'

const TEST_MESSAGE = `Test from ${PRODUCT_NAME}: notices of {project_id} are sent to this channel.`

/** @param chat null when the server has no bot */
export function openTelegramTest(chat: Chat | null): Telegram {
  return {
    async test(projectId, channel) {
      if (chat === null) return { ok: false, reason: NO_BOT }
      if (channel === null) return { ok: false, reason: NO_CHANNEL }
      const text = fillNotice(TEST_MESSAGE, { project_id: projectId }, MAX_TEXT_LENGTH)
      const sending = await chat.send(channel, text, null)
      if (sending.is === 'sent') return { ok: true }
      if (sending.is !== 'rate-limited') return { ok: false, reason: sending.reason }
      const seconds = Math.ceil(sending.ms / 1000)
      return { ok: false, reason: `Too many messages. Try again in ${seconds} s` }
    },
  }
}
