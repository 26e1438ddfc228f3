import * as z from 'zod/mini'
import type { NoticeText } from './notice-text.ts'
import { callService, type Sending } from './sending.ts'

const DEFAULT_URL = 'https://api.telegram.org'
const TIMEOUT_MS = 10_000
/** A video of 50 MB takes its time. */
const UPLOAD_TIMEOUT_MS = 60_000
const MAX_REASON_LENGTH = 200

/** The longest message, and the longest text under media (Bot API). */
export const LONGEST_TEXT = 4096
export const LONGEST_CAPTION = 1024

export interface ChatMedia {
  id: number
  contentType: string
  read(): Promise<Blob>
}

export interface Chat {
  /** Sends a message, and the media with it. Never throws, never logs. */
  send(channel: string, text: NoticeText, media: ChatMedia | null): Promise<Sending>
}

const answerSchema = z.object({
  ok: z.boolean(),
  description: z.optional(z.string()),
  parameters: z.optional(z.object({ retry_after: z.optional(z.number()) })),
  result: z.optional(z.unknown()),
})

const sentMediaSchema = z.object({
  photo: z.optional(z.array(z.object({ file_id: z.string() }))),
  video: z.optional(z.object({ file_id: z.string() })),
  animation: z.optional(z.object({ file_id: z.string() })),
})

/** What this kind of file is sent as: the method, and the field that holds the file. */
function methodFor(contentType: string): {
  method: string
  field: 'photo' | 'video' | 'animation'
} {
  if (contentType === 'image/gif') return { method: 'sendAnimation', field: 'animation' }
  if (contentType.startsWith('video/')) return { method: 'sendVideo', field: 'video' }
  return { method: 'sendPhoto', field: 'photo' }
}

/**
 * Telegram's Bot API, or the stand-in at `url`. A file that the chat has seen once is named by the
 * chat's own id for it, not uploaded again.
 */
export function openTelegram({ token, url }: { token: string; url: string | null }): Chat {
  const base = `${(url ?? DEFAULT_URL).replace(/\/+$/, '')}/bot${token}`
  const fileIds = new Map<number, string>()

  async function ask(method: string, body: FormData, limitMs: number) {
    const answer = await callService(`${base}/${method}`, { method: 'POST', body }, limitMs)
    if ('reason' in answer) return { sending: unreachable(answer.reason) }
    const parsed = answerSchema.safeParse(answer.body)
    const known = parsed.success ? parsed.data : undefined
    if (known?.ok === true && answer.status === 200)
      return { sending: { is: 'sent' } as const, result: known.result }
    const reason = known?.description?.replaceAll(token, '[redacted]').slice(0, MAX_REASON_LENGTH)
    return { sending: judge(answer.status, reason, known?.parameters?.retry_after) }
  }

  async function sendText(channel: string, text: string, isMarkup: boolean): Promise<Sending> {
    const body = new FormData()
    body.set('chat_id', channel)
    body.set('text', text)
    if (isMarkup) body.set('parse_mode', 'HTML')
    return (await ask('sendMessage', body, TIMEOUT_MS)).sending
  }

  async function sendMedia(channel: string, media: ChatMedia, text: string, isMarkup: boolean) {
    const { method, field } = methodFor(media.contentType)
    const body = new FormData()
    body.set('chat_id', channel)
    body.set('caption', text)
    if (isMarkup) body.set('parse_mode', 'HTML')
    const seen = fileIds.get(media.id)
    if (seen === undefined)
      body.set(field, await media.read(), `media.${media.contentType.split('/')[1]}`)
    else body.set(field, seen)
    const { sending, result } = await ask(method, body, UPLOAD_TIMEOUT_MS)
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
        if (isMarkupFault(sending)) sending = await sendMedia(channel, media, text.plain, false)
        if (!isMediaFault(sending)) return sending
      }
      const sending = await sendText(channel, text.html, true)
      return isMarkupFault(sending) ? await sendText(channel, text.plain, false) : sending
    },
  }
}

const unreachable = (reason: string): Sending => ({ is: 'unreachable', reason })

function judge(
  status: number,
  reason: string | undefined,
  retryAfter: number | undefined,
): Sending {
  if (status === 429) return { is: 'asked-to-wait', ms: (retryAfter ?? 30) * 1000 }
  // 401 and 404 say that the server's bot token is wrong, which is not this project's doing.
  if (status === 401 || status === 404) return unreachable('The server has no valid bot token')
  if (status >= 400 && status < 500)
    return { is: 'refused', reason: reason ?? `Unexpected answer with status ${status}` }
  return unreachable(`Unexpected answer with status ${status}`)
}

const isMarkupFault = (sending: Sending) =>
  sending.is === 'refused' && /parse|entit|tag|UTF-8/i.test(sending.reason)

/** A refusal that isn't about the channel is about the file, and the words still go. */
const isMediaFault = (sending: Sending) =>
  sending.is === 'refused' &&
  !/\b(?:chat|bot|rights|member|group|channel|user)\b/i.test(sending.reason)
