import type { Db } from '#server/db/engine/open.ts'
import type { ProjectRow } from '#server/db/schema/schema.ts'
import { findTelegramMedia, readMedia, type MediaRow } from '#server/db/site/media.ts'
import { NO_CHANNEL, NO_MESSAGE_TEXT } from '#src/domain/sale/notice-reasons.ts'
import { fillNotice, type NoticeValues } from './notice-text.ts'
import type { Sending } from './sending.ts'
import {
  MAX_CAPTION_LENGTH,
  MAX_TEXT_LENGTH,
  NO_BOT,
  type Chat,
  type ChatMedia,
} from './telegram.ts'

type Channel = Pick<ProjectRow, 'id' | 'telegram_channel_id'>

/**
 * Sends a text with the project's media to its channel.
 * @param template with placeholders; null if the project has none
 */
export async function sendToChannel(
  { db, chat }: { db: Db; chat: Chat | null },
  project: Channel,
  template: string | null,
  values: NoticeValues,
): Promise<Sending> {
  if (chat === null) return { is: 'refused', reason: NO_BOT }
  if (project.telegram_channel_id === null) return { is: 'refused', reason: NO_CHANNEL }
  if (template === null) return { is: 'refused', reason: NO_MESSAGE_TEXT }
  const media = await findTelegramMedia(db, project.id)
  const maxLength = media === undefined ? MAX_TEXT_LENGTH : MAX_CAPTION_LENGTH
  const text = fillNotice(template, values, maxLength)
  return chat.send(project.telegram_channel_id, text, media ? chatMedia(db, media) : null)
}

function chatMedia(db: Db, media: MediaRow): ChatMedia {
  return {
    id: media.id,
    contentType: media.content_type,
    read: async () => {
      const pieces: BlobPart[] = []
      for await (const piece of readMedia(db, media.id, 0, media.size_bytes - 1))
        pieces.push(new Uint8Array(piece))
      return new Blob(pieces, { type: media.content_type })
    },
  }
}
