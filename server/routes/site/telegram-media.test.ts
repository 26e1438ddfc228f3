import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { insertMedia } from '#server/db/site/media.ts'
import { picture, video, webm } from '#tests/support/calls/media.ts'
import { multipart } from '#tests/support/calls/multipart.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { addProject, someProjectId } from '#tests/support/server/builders.ts'
import { byExtent } from '#tests/support/server/test-extent.ts'

const FIELD = 'telegram_notifications_media'

let app: TestApp
let id: string
let staff: SignedIn

beforeAll(async () => {
  app = await openTestApp()
})
beforeEach(async () => {
  id = someProjectId()
  await addProject(app.db, { id })
  staff = await app.signIn('user', [id])
})
afterAll(() => app.close())

const path = () => `/projects/${id}/telegram/media`
const put = (file: Buffer, as: SignedIn | null = staff, filename = 'cat.png') =>
  app.call('PUT', path(), { as, ...multipart({ name: FIELD, file, filename, type: 'image/png' }) })
const read = (
  headers: Record<string, string> = {},
  as: SignedIn | null = staff,
  method: 'GET' | 'HEAD' = 'GET',
) =>
  app.app.inject({
    method,
    url: `/v1${path()}`,
    headers: { ...(as ? { authorization: `Bearer ${as.token}` } : {}), ...headers },
  })
const setMessage = (text: string) =>
  app.call('PATCH', `/projects/${id}`, { as: staff, body: { telegram_message_text: text } })
const stored = async () => ({
  media: (await app.db.selectFrom('media').select('id').where('project_id', '=', id).execute())
    .length,
  chunks: (
    await app.db
      .selectFrom('media_chunks')
      .innerJoin('media', 'media.id', 'media_chunks.media_id')
      .select('position')
      .where('project_id', '=', id)
      .execute()
  ).length,
})

describe('the media of chat notices', () => {
  test('are created, replaced, read and deleted', async () => {
    expect((await read()).statusCode).toBe(404)
    const image = await put(await picture('png', 40, 30))
    expect(image.status).toBe(200)
    expect(image.body.telegram_notifications_media_url).toBe(path())
    const seen = await read()
    expect(seen.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    })
    const film = video(2_300_000)
    expect((await put(film)).status).toBe(200)
    expect(await stored()).toEqual({ media: 1, chunks: 3 })
    expect((await read()).rawPayload.equals(film)).toBe(true)
    expect((await app.call('DELETE', path(), { as: staff })).status).toBe(204)
    expect((await read()).statusCode).toBe(404)
    expect(await stored()).toEqual({ media: 0, chunks: 0 })
    expect((await app.call('DELETE', path(), { as: staff })).status).toBe(204)
    const audit = await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('project_id', '=', id)
      .orderBy('id')
      .execute()
    expect(audit.map(({ action }) => action)).toEqual([
      'telegram_media.replace',
      'telegram_media.replace',
      'telegram_media.delete',
    ])
  })

  test('are read in ranges, and not sent again with a matching ETag', async () => {
    const film = webm(2_500_000)
    await put(film)
    const part = await read({ range: 'bytes=999990-1000009' })
    expect(part.statusCode).toBe(206)
    expect(part.headers['content-range']).toBe(`bytes 999990-1000009/${film.length}`)
    expect(part.rawPayload.equals(film.subarray(999_990, 1_000_010))).toBe(true)
    const tail = await read({ range: 'bytes=-5' })
    expect(tail.rawPayload.equals(film.subarray(-5))).toBe(true)
    expect((await read({ range: `bytes=${film.length}-` })).statusCode).toBe(416)
    const etag = String(part.headers['etag'])
    expect((await read({ 'if-none-match': etag })).statusCode).toBe(304)
    expect((await read({ 'if-range': '"other"', range: 'bytes=0-1' })).statusCode).toBe(200)
  })

  test('are not read for a HEAD request', async () => {
    const film = webm(1_500_000)
    await put(film)
    const queries = vi.spyOn(app.db, 'selectFrom')
    const tables = () => queries.mock.calls.map(([table]) => table)
    const head = await read({}, staff, 'HEAD')
    expect([head.statusCode, head.headers['content-length']]).toEqual([200, String(film.length)])
    expect(tables()).not.toContain('media_chunks')
    await read()
    expect(tables()).toContain('media_chunks')
    queries.mockRestore()
  })

  test('are accepted by content, not by name', async () => {
    for (const file of [
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      (await picture('png', 300, 300)).subarray(0, 200),
      await picture('tiff', 9, 9),
      Buffer.alloc(0),
    ]) {
      expect((await put(file)).status).toBe(415)
    }
    expect((await put(Buffer.from('%PDF-1.7'))).body.message).toBe(
      `Path: body.${FIELD}, Message: Unsupported media type: must be PNG, JPEG, WebP or GIF, or an MP4 or WebM video`,
    )
    expect((await put(await picture('png', 10_000, 5001))).body.message).toBe(
      `Path: body.${FIELD}, Message: Must have at most 50 megapixels, all frames together`,
    )
    expect(await stored()).toEqual({ media: 0, chunks: 0 })
  })

  test('have at most 50 MB', async () => {
    // Storing it takes the embedded database eight seconds.
    const accepted = byExtent({ change: 2_000_000, all: 50_000_000 })
    expect((await put(video(accepted - 32))).status).toBe(200)
    const { status, body } = await put(video(50_000_001 - 32))
    expect([status, body.message]).toEqual([
      413,
      `Path: body.${FIELD}, Message: Must be at most 50 MB`,
    ])
    const start = multipart({ name: FIELD, file: video(10) })
    const long = { ...start.headers, 'content-length': '50200000' }
    expect(
      (await app.call('PUT', path(), { as: staff, body: start.body, headers: long })).status,
    ).toBe(413)
    expect(await stored()).toEqual({ media: 1, chunks: accepted / 1_000_000 })
  })

  test('require exactly one file in its field', async () => {
    const send = (...parts: Parameters<typeof multipart>) =>
      app.call('PUT', path(), { as: staff, ...multipart(...parts) })
    const file = video(10)
    expect((await send()).status).toBe(400)
    expect((await send({ name: 'other', file })).status).toBe(400)
    expect((await send({ name: FIELD, file }, { name: FIELD, file })).status).toBe(400)
    expect((await send({ name: FIELD, file }, { name: 'note', value: 'x' })).status).toBe(400)
    expect((await app.call('PUT', path(), { as: staff, body: {} })).status).toBe(415)
    expect(await stored()).toEqual({ media: 0, chunks: 0 })
  })

  test('an aborted upload leaves nothing', async () => {
    const { body, headers } = multipart({ name: FIELD, file: video(1_500_000) })
    const send = (part: Buffer, more = {}) =>
      app.call('PUT', path(), { as: staff, headers: { ...headers, ...more }, body: part })
    for (const bytes of [0, 10, 60, 1_200_000, body.length - 4]) {
      expect((await send(body.subarray(0, bytes))).status).toBe(400)
    }
    expect((await send(body, { 'content-type': 'multipart/form-data' })).status).toBe(400)
    expect((await send(Buffer.from('\r\n\r\nnonsense'))).status).toBe(400)
    expect(await stored()).toEqual({ media: 0, chunks: 0 })
  })

  test('require access to the project', async () => {
    const outsider = await app.signIn('user', [])
    const marketing = await app.signIn('marketing', [id])
    const file = video(10)
    for (const [as, status] of [
      [null, 401],
      [outsider, 404],
      [marketing, 403],
    ] as const) {
      expect((await put(file, as)).status).toBe(status)
      expect((await read({}, as)).statusCode).toBe(status)
      expect((await app.call('DELETE', path(), { as })).status).toBe(status)
    }
  })

  test('are allowed with a message of at most 1,024 characters', async () => {
    expect((await setMessage('x'.repeat(1025))).status).toBe(200)
    expect((await put(video(10))).status).toBe(400)
    expect((await setMessage('x'.repeat(1024))).status).toBe(200)
    expect((await put(video(10))).status).toBe(200)
    expect((await setMessage('x'.repeat(1025))).status).toBe(400)
  })
})

test('the next upload deletes what a crash left behind', async () => {
  const file = { projectId: id, contentType: 'video/mp4', width: null, height: null }
  await insertMedia(app.db, { ...file, now: app.clock.now() })
  app.clock.advance(3_600_001)
  const fresh = await app.signIn('user', [id])
  await put(video(10), fresh)
  await put(video(11), fresh)
  expect(await stored()).toEqual({ media: 1, chunks: 1 })
})
