import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectEmbedded, type Side } from './connect.ts'
import { copyIn, copyOut } from './copy.ts'

let folder: string
let side: Side
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'saleroom-copy-'))
  side = await connectEmbedded(folder, 'the copy', () => {})
  await sql`create table notes (n int, text text)`.execute(side.db)
})
afterAll(async () => {
  await side.close()
  rmSync(folder, { recursive: true })
})

const countNotes = async () => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from notes`.execute(side.db)
  return rows[0]?.n
}

test('rows of more than one message go into the embedded database and out again', async () => {
  const rows = Buffer.from(`1\ttab \\t, line \\n, \\\\N and ${'é'.repeat(50_000)}\n2\t\\N\n`)
  await copyIn(side.client(), 'copy notes (n, text) from stdin', rows)
  expect((await copyOut(side.client(), 'copy notes (n, text) to stdout')).equals(rows)).toBe(true)
})

test('a COPY that fails reports it, and the connection goes on', async () => {
  const before = await countNotes()
  const rows = Buffer.from('3\tfine\nno number\tx\n')
  await expect(copyIn(side.client(), 'copy notes (n, text) from stdin', rows)).rejects.toThrow(
    'invalid input syntax for type integer',
  )
  await expect(copyOut(side.client(), 'copy nothing to stdout')).rejects.toThrow('does not exist')
  expect(await countNotes()).toBe(before)
})
