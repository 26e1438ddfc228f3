import { afterEach, expect, it, vi } from 'vitest'
import { connection } from '#src/session/connection.ts'
import { leaveSession } from '#src/state/session.ts'
import { transactionCalls } from '#src/wire/transactions.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { download, type DownloadProgress } from './download.ts'

const CSV = { 'content-type': 'text/csv; charset=utf-8' }
const QUERY = transactionCalls.exportTransactions.query.parse({ projects: 'AURA' })

afterEach(() => {
  leaveSession()
  connection.isOnline = true
  vi.unstubAllGlobals()
})

/** Downloads what the server sends in these pieces; `end` is how the connection ends. */
function start(
  pieces: readonly string[],
  options: { headers?: Record<string, string>; end?: 'whole' | 'broken' | 'open' } = {},
) {
  const controller = new AbortController()
  const progress: DownloadProgress[] = []
  const encoder = new TextEncoder()
  vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        for (const piece of pieces) stream.enqueue(encoder.encode(piece))
        if (options.end === 'broken') stream.error(new TypeError('terminated'))
        else if (options.end === 'open')
          signal?.addEventListener('abort', () => stream.error(signal.reason))
        else stream.close()
      },
    })
    return new Response(body, { headers: { ...CSV, ...options.headers } })
  })
  signInHere()
  const file = download(
    transactionCalls.exportTransactions,
    { query: QUERY },
    { signal: controller.signal, onProgress: (now) => progress.push(now) },
  )
  return { file, progress, cancel: () => controller.abort() }
}

it('collects the pieces byte for byte, and counts the rows without the line of heads', async () => {
  const { file, progress } = start(['\uFEFFid,usd\r\n1,2', '\r\n2,3\r\n'], {
    headers: { 'x-rows': '2' },
  })
  expect(Buffer.from(await (await file).arrayBuffer()).toString()).toBe(
    '\uFEFFid,usd\r\n1,2\r\n2,3\r\n',
  )
  expect(progress).toEqual([
    { rows: 0, of: 2, bytes: 14 },
    { rows: 2, of: 2, bytes: 21 },
  ])
})

it('a file that breaks off is no file', async () => {
  const { file, progress } = start(['id\r\n1\r\n'], { end: 'broken' })
  await expect(file).rejects.toMatchObject({ kind: 'network' })
  expect(progress.every(({ of }) => of === null)).toBe(true)
})

it('ends when it is cancelled', async () => {
  const { file, cancel } = start(['id\r\n'], { end: 'open' })
  cancel()
  await expect(file).rejects.toMatchObject({ kind: 'aborted' })
})

it('a refusal has the message of the server', async () => {
  signInHere()
  const message = 'A file has at most 1,000,000 rows. Choose a period.'
  vi.stubGlobal('fetch', async () => Response.json({ code: 413, message }, { status: 413 }))
  const options = { signal: new AbortController().signal, onProgress: () => undefined }
  const file = download(transactionCalls.exportTransactions, { query: QUERY }, options)
  await expect(file).rejects.toMatchObject({ kind: 'answer', status: 413, message })
})
