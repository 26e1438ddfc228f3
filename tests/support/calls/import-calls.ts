import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { Import } from '#src/wire/imports.ts'
import type { SignedIn, TestApp } from '#tests/support/server/app.ts'
import { until } from '#tests/support/server/until.ts'

/** The calls of an import, as an admin makes them for a project. */
export function importCalls(t: TestApp, as: SignedIn, project: string) {
  const post = (id: string, verb: string, body?: object) =>
    t.call('POST', `/imports/${id}/${verb}`, { as, ...(body ? { body } : {}) })
  const put = (id: string, n: number, bytes: Buffer) =>
    t.call('PUT', `/imports/${id}/chunks/${n}`, {
      as,
      body: bytes,
      headers: { 'content-type': 'application/octet-stream' },
    })
  const read = async (id: string): Promise<Import> =>
    (await t.call('GET', `/imports/${id}`, { as })).body
  const announce = (bytes: Buffer, more: object = {}) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const file = { project_id: project, kind: 'transaction', name: 'old.csv' }
    return t.call('POST', '/imports', {
      as,
      body: { ...file, size: bytes.length, sha256, ...more },
    })
  }
  const upload = async (text: string | Buffer, more: object = {}): Promise<Import> => {
    const bytes = Buffer.from(text)
    const { body } = await announce(bytes, more)
    return (await put(body.id, 0, bytes)).body
  }
  const readWhen = (id: string, isReady: (file: Import) => boolean) =>
    until(async () => {
      const file = await read(id)
      if (!isReady(file)) throw new Error(`The import is ${file.state}, ${file.taken} taken`)
      return file
    })
  /** The import as soon as no job works on it. */
  const settled = (id: string) =>
    readWhen(id, ({ state }) => state !== 'checking' && state !== 'running')
  const check = async (text: string | Buffer, more: object = {}): Promise<Import> => {
    const { id, columns } = await upload(text, more)
    expect((await post(id, 'check', { columns })).status).toBe(200)
    return settled(id)
  }
  const storedChunks = async (id: string) =>
    (
      await t.db
        .selectFrom('import_chunks')
        .select('position')
        .where('import_id', '=', Number(id))
        .execute()
    ).length
  const sales = () =>
    t.db
      .selectFrom('transactions')
      .select((e) => [
        e.fn.countAll<number>().as('count'),
        e.fn.sum<string>('payment_usd_amount').as('usd'),
      ])
      .where('project_id', '=', project)
      .executeTakeFirstOrThrow()
  return { post, put, read, announce, upload, readWhen, settled, check, storedChunks, sales }
}
