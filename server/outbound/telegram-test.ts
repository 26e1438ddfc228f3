import type { Db } from '#server/db/engine/open.ts'
import type { Telegram } from '#server/dependencies.ts'
import { PRODUCT_NAME } from '#src/domain/product.ts'
import { exampleValues } from '#src/domain/text/message-placeholders.ts'
import { sendToChannel } from './project-notice.ts'
import type { Chat } from './telegram.ts'

/** The readers of the channel must not take the example for a purchase. */
const TEST_LINE = `Test from ${PRODUCT_NAME} with example values:\n\n`
/** For a project without a text. */
const TEST_MESSAGE = `Test from ${PRODUCT_NAME}: notices of {project_id} are sent to this channel.`

/**
 * Sends the project's own message to its channel, with its media and an example purchase.
 * @param chat null when the server has no bot
 */
export function openTelegramTest(parts: { db: Db; chat: Chat | null }): Telegram {
  return {
    async test(project) {
      const { telegram_message_text: text } = project
      const values = exampleValues({
        id: project.id,
        project_ticker: project.project_ticker ?? '',
        website_url: project.website_url ?? '',
        buy_url: project.buy_url ?? '',
      })
      const template = text === null ? TEST_MESSAGE : TEST_LINE + text
      const sending = await sendToChannel(parts, project, template, values)
      if (sending.is === 'sent') return { ok: true }
      if (sending.is !== 'rate-limited') return { ok: false, reason: sending.reason }
      const seconds = Math.ceil(sending.ms / 1000)
      return { ok: false, reason: `Too many messages. Try again in ${seconds} s` }
    },
  }
}
