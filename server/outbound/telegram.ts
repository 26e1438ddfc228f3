import * as z from 'zod/mini'
import { cutText } from '#src/domain/text/text.ts'
import type { NoticeText } from './notice-text.ts'
import { callService, type Sending } from './sending.ts'

const DEFAULT_URL = 'https://api.telegram.org'
const TIMEOUT_MS = 10_000
/** Allows for a video of 50 MB. */
const UPLOAD_TIMEOUT_MS = 60_000
const MAX_REASON_LENGTH = 200

/** The Bot API's limits for a message and for a media caption. */
export const MAX_TEXT_LENGTH = 4096
export const MAX_CAPTION_LENGTH = 1024

/** Why nothing can be sent, whatever the project has set. */
export const NO_BOT = 'This server has no bot (TELEGRAM_BOT_TOKEN is not set)'

export interface ChatMedia {
  id: number
  contentType: string
  read(): Promise<Blob>
}

export interface Chat {
  /** Sends a message with optional media. It never throws or logs. */
  send(channel: string, text: NoticeText, media: ChatMedia | null): Promise<Sending>
}

const answerSchema = z.object({
  ok: z.boolean(),
  description: z.optional(z.string()),
  parameters: z.optional(
    z.object({
      retry_after: z.optional(z.number()),
      /** A group that became a supergroup has this id. */
      migrate_to_chat_id: z.optional(z.number()),
    }),
  ),
  result: z.optional(z.unknown()),
})

const sentMediaSchema = z.object({
  photo: z.optional(z.array(z.object({ file_id: z.string() }))),
  video: z.optional(z.object({ file_id: z.string() })),
  animation: z.optional(z.object({ file_id: z.string() })),
})

/** The API method for a type of file, and the field that contains the file. */
function methodFor(contentType: string): {
  method: string
  field: 'photo' | 'video' | 'animation'
} {
  if (contentType === 'image/gif') return { method: 'sendAnimation', field: 'animation' }
  if (contentType.startsWith('video/')) return { method: 'sendVideo', field: 'video' }
  return { method: 'sendPhoto', field: 'photo' }
}

/**
 * Telegram's Bot API, or the mock server at `url`. A file is uploaded once; after that, messages refer
 * to it by Telegram's file id.
 */
export function openTelegram({ token, url }: { token: string; url: string | null }): Chat {
  const base = `${(url ?? DEFAULT_URL).replace(/\/+$/, '')}/bot${token}`
  const fileIds = new Map<number, string>()
  /** The new ids of groups that have moved. */
  const moved = new Map<string, string>()

  async function call(channel: string, method: string, body: FormData, timeoutMs: number) {
    const known = moved.get(channel)
    body.set('chat_id', known ?? channel)
    const result = await callOnce(method, body, timeoutMs)
    if (result.movedTo === undefined || known !== undefined) return result
    moved.set(channel, String(result.movedTo))
    body.set('chat_id', String(result.movedTo))
    return callOnce(method, body, timeoutMs)
  }

  async function callOnce(
    method: string,
    body: FormData,
    timeoutMs: number,
  ): Promise<{ sending: Sending; result?: unknown; movedTo?: number | undefined }> {
    const answer = await callService(`${base}/${method}`, { method: 'POST', body }, timeoutMs)
    if ('reason' in answer) return { sending: unreachable(answer.reason) }
    const parsed = answerSchema.safeParse(answer.body)
    const answered = parsed.success ? parsed.data : undefined
    if (answered?.ok === true && answer.status === 200)
      return { sending: { is: 'sent' } as const, result: answered.result }
    const described = answered?.description?.replaceAll(token, '[redacted]')
    const reason = described === undefined ? undefined : cutText(described, MAX_REASON_LENGTH)
    const { retry_after: retryAfter, migrate_to_chat_id: movedTo } = answered?.parameters ?? {}
    return { sending: toSending(answer.status, reason, retryAfter), movedTo }
  }

  async function sendText(channel: string, text: string, isMarkup: boolean): Promise<Sending> {
    const body = new FormData()
    body.set('text', text)
    if (isMarkup) body.set('parse_mode', 'HTML')
    return (await call(channel, 'sendMessage', body, TIMEOUT_MS)).sending
  }

  async function sendMedia(channel: string, media: ChatMedia, text: string, isMarkup: boolean) {
    const { method, field } = methodFor(media.contentType)
    const body = new FormData()
    body.set('caption', text)
    if (isMarkup) body.set('parse_mode', 'HTML')
    const knownId = fileIds.get(media.id)
    if (knownId === undefined)
      body.set(field, await media.read(), `media.${media.contentType.split('/')[1]}`)
    else body.set(field, knownId)
    const { sending, result } = await call(channel, method, body, UPLOAD_TIMEOUT_MS)
    const sent = sentMediaSchema.safeParse(result)
    const fileId = sent.success
      ? (sent.data.photo?.at(-1) ?? sent.data.video ?? sent.data.animation)?.file_id
      : undefined
    if (fileId !== undefined) fileIds.set(media.id, fileId)
    else fileIds.delete(media.id)
    return sending
  }

  return {
    async send(channel, text, media) {
      if (media) {
        let sending = await sendMedia(channel, media, text.html, true)
        if (isMarkupError(sending)) sending = await sendMedia(channel, media, text.plain, false)
        if (!isMediaError(sending)) return sending
      }
      const sending = await sendText(channel, text.html, true)
      return isMarkupError(sending) ? await sendText(channel, text.plain, false) : sending
    },
  }
}

const unreachable = (reason: string): Sending => ({ is: 'unreachable', reason })

function toSending(
  status: number,
  reason: string | undefined,
  retryAfter: number | undefined,
): Sending {
  if (status === 429) return { is: 'rate-limited', ms: (retryAfter ?? 30) * 1000 }
  // 401 and 404 mean that the server's bot token is invalid, which the project's staff can't fix.
  if (status === 401 || status === 404) return unreachable('The server has no valid bot token')
  if (status >= 400 && status < 500)
    return { is: 'refused', reason: reason ?? `Unexpected answer with status ${status}` }
  return unreachable(`Unexpected answer with status ${status}`)
}

const isMarkupError = (sending: Sending) =>
  sending.is === 'refused' && /parse|entit|tag|UTF-8/i.test(sending.reason)

/** Whether an error is about the file and not about the channel; the text can still be sent. */
const isMediaError = (sending: Sending) =>
  sending.is === 'refused' &&
  !/\b(?:chat|bot|rights|member|group|channel|user)\b/i.test(sending.reason)
