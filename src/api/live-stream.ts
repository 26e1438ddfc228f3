import { createParser } from 'eventsource-parser'
import { pause, retryDelayMs } from '#src/domain/time/waits.ts'
import { apiAddress } from '#src/session/address.ts'
import { firstAbort } from '#src/session/first-abort.ts'
import { refreshTokens } from '#src/session/refresh.ts'
import { openByFetch } from '#src/session/transport.ts'
import { accessToken } from '#src/state/session.ts'
import {
  ACCESS_EVENT,
  accessSchema,
  CHANGE_EVENT,
  changeSchema,
  liveCalls,
  type Access,
  type Change,
} from '#src/wire/live.ts'

/** The server sends a comment every 15 s: a longer silence is a dead connection. */
const SILENCE_LIMIT_MS = 40_000
/** A stream that the server ends after this time has worked: its token has expired. */
const SOUND_MS = 5000

export interface LiveStream {
  onOpen: () => void
  onChange: (change: Change) => void
  /** What the person may do now: each stream begins with it. */
  onAccess: (access: Access) => void
  /** The stream ended. It is opened again by itself. */
  onLost: () => void
}

/** Listens to the changes of projects until the returned function is called. */
export function openLiveStream(projects: readonly string[], stream: LiveStream): () => void {
  const controller = new AbortController()
  void keepOpen(projects, stream, controller.signal)
  return () => controller.abort()
}

async function keepOpen(
  projects: readonly string[],
  stream: LiveStream,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0
  const noteOpen = () => {
    failures = 0
    stream.onOpen()
  }
  while (!signal.aborted) {
    const openedAt = performance.now()
    try {
      await listenOnce(projects, { ...stream, onOpen: noteOpen }, signal)
      failures = performance.now() - openedAt > SOUND_MS ? 0 : failures + 1
    } catch {
      // A lost connection, a refusal or an ended session, which the session itself notices.
      failures += 1
    }
    if (signal.aborted) return
    if (failures > 0) stream.onLost()
    // A sound stream is opened again at once.
    await pause(failures === 0 ? 0 : retryDelayMs(failures - 1), signal)
  }
}

/**
 * Resolves when the server ends the stream. It is open when its first bytes arrive: a proxy that holds
 * them back would pass on no change either.
 */
async function listenOnce(
  projects: readonly string[],
  stream: LiveStream,
  end: AbortSignal,
): Promise<void> {
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const waitOn = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), SILENCE_LIMIT_MS)
  }
  waitOn()
  try {
    const body = await open(projects, firstAbort([end, silence.signal]))
    const parser = createParser({
      onEvent: ({ event, data }) => {
        if (event === ACCESS_EVENT) {
          const access = accessSchema.safeParse(parseJson(data))
          if (access.success) stream.onAccess(access.data)
        }
        if (event !== CHANGE_EVENT) return
        const change = changeSchema.safeParse(parseJson(data))
        if (change.success) stream.onChange(change.data)
      },
    })
    const reader = body.pipeThrough(new TextDecoderStream()).getReader()
    for (let isOpen = false; ; isOpen = true) {
      const { done, value } = await reader.read()
      if (done) return
      if (!isOpen) stream.onOpen()
      waitOn()
      parser.feed(value)
    }
  } finally {
    clearTimeout(timer)
  }
}

/** @throws when the server refuses the stream, and as `refreshTokens` does */
async function open(
  projects: readonly string[],
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const send = (token: string) =>
    openByFetch({
      url: apiAddress(liveCalls.listenToChanges.path, { projects }),
      headers: { Accept: 'text/event-stream', Authorization: `Bearer ${token}` },
      signal,
    })
  const token = accessToken() ?? (await refreshTokens(null))
  let response = await send(token)
  if (response.status === 401) response = await send(await refreshTokens(token))
  if (response.status !== 200 || response.body === null)
    throw new Error(`The stream was refused with ${response.status}`)
  return response.body
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
