import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readArchive, writeArchive } from './archive.ts'
import { fileOf, type ArchiveEntry } from './database-files.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'saleroom-archive-'))
  file = path.join(folder, 'saleroom.tar.gz')
})
afterEach(() => rmSync(folder, { recursive: true }))

const CONTENT = { base: 'a table', pg_control: 'c'.repeat(2000) }
const description = {
  format: 1 as const,
  created_at: '2026-02-03T04:05:06.000Z',
  migration: '031-proof-triggers',
  secrets: ['ab'],
}

async function* entries(content: Record<string, string>): AsyncGenerator<ArchiveEntry> {
  yield { name: 'empty', file: null }
  for (const [name, text] of Object.entries(content))
    yield { name, file: fileOf(Buffer.from(text)) }
}

const write = (content: Record<string, string> = CONTENT, signal = new AbortController().signal) =>
  writeArchive(file, entries(content), async () => description, signal)
const read = () => {
  const out = path.join(folder, 'out')
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out)
  return readArchive(file, out)
}

/** Changes the tar file inside the compressed one. */
function alter(change: (tar: Buffer) => Buffer): void {
  writeFileSync(file, gzipSync(change(gunzipSync(readFileSync(file)))))
}

test('an archive unpacks to the same files, readable by this user only', async () => {
  await write()
  const { files, ...others } = await read()
  expect(others).toEqual(description)
  expect(files.map(({ name, size }) => [name, size])).toEqual([
    ['db/base', 7],
    ['db/pg_control', 2000],
  ])
  const out = path.join(folder, 'out', 'db')
  expect(readdirSync(out).toSorted()).toEqual(['base', 'empty', 'pg_control'])
  expect(readFileSync(path.join(out, 'pg_control'), 'utf8')).toBe(CONTENT.pg_control)
  const modes = [file, path.join(out, 'base'), path.join(out, 'empty')].map(
    (name) => statSync(name).mode & 0o777,
  )
  expect(modes).toEqual([0o600, 0o600, 0o700])
})

const replaceText = (from: string, to: string) => (tar: Buffer) =>
  Buffer.from(tar.toString('latin1').replace(from, to), 'latin1')

test.each([
  {
    what: 'one changed byte of a file',
    change: replaceText('a table', 'a tablf'),
    message: 'db/base does not match its checksum',
  },
  {
    what: 'a changed manifest',
    change: replaceText('"secrets":["ab"]', '"secrets":["ac"]'),
    message: 'manifest.json does not match its checksum',
  },
  {
    what: 'a missing end',
    change: (tar: Buffer) => tar.subarray(0, tar.indexOf('manifest.sha256')),
    message: 'its end is missing',
  },
  {
    what: 'a renamed file',
    change: (tar: Buffer) => renameEntry(tar, 'db/base', 'db/bass'),
    message: 'db/base does not match its checksum',
  },
  {
    what: 'a path outside the folder',
    change: (tar: Buffer) => renameEntry(tar, 'db/base', '../base'),
    message: 'it contains ../base',
  },
  {
    what: 'a path outside the folder on Windows',
    change: (tar: Buffer) => renameEntry(tar, 'db/base', 'db/..\\b'),
    message: 'it contains db/..\\b',
  },
  {
    what: 'a stream of a file on Windows',
    change: (tar: Buffer) => renameEntry(tar, 'db/base', 'db/ba:e'),
    message: 'it contains db/ba:e',
  },
  {
    what: 'a symbolic link',
    change: (tar: Buffer) => renameEntry(tar, 'db/base', 'db/base', '2'),
    message: 'db/base is neither a file nor a folder',
  },
])('$what is found', async ({ change, message }) => {
  await write()
  alter(change)
  await expect(read()).rejects.toThrow(message)
  await expect(read()).rejects.toThrow('Nothing was restored.')
  expect(readdirSync(folder)).toEqual(['out', 'saleroom.tar.gz'])
})

/** Renames an entry to a name of the same length and changes its type, with the right checksum of its header. */
function renameEntry(tar: Buffer, from: string, to: string, type = '0'): Buffer {
  const at = tar.indexOf(from)
  const header = tar.subarray(at, at + 512)
  header.write(to, 0, 'latin1')
  header.write(type, 156, 'latin1')
  header.write('        ', 148, 'latin1')
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return tar
}

test('each truncated archive is found', async () => {
  await write()
  const whole = readFileSync(file)
  for (const part of [0, 0.2, 0.5, 0.9, 0.99]) {
    writeFileSync(file, whole.subarray(0, Math.floor(whole.length * part)))
    await expect(read()).rejects.toThrow('is damaged')
  }
})

/** Whether two compressed files have the same content. */
function isUnchanged(changed: Buffer, whole: Buffer): boolean {
  try {
    return gunzipSync(changed).equals(gunzipSync(whole))
  } catch {
    return false
  }
}

test('each changed byte of an archive is found, or changes nothing', async () => {
  await write()
  const whole = readFileSync(file)
  const expected = await read()
  for (let at = 0; at < whole.length; at += 7) {
    const changed = Buffer.from(whole)
    changed.writeUInt8(whole.readUInt8(at) ^ 0x10, at)
    writeFileSync(file, changed)
    const found = await read().catch((error: unknown) =>
      String(error).includes('is damaged') ? 'damaged' : error,
    )
    // Some bytes have no meaning, such as the distance to an equal run of zeros.
    const isSame = isUnchanged(changed, whole)
    expect(found).toEqual(isSame ? expected : 'damaged')
  }
})

test('an aborted archive ends with the reason', async () => {
  const ending = new AbortController()
  async function* endless(): AsyncGenerator<ArchiveEntry> {
    for (let n = 0; ; n++) {
      if (n === 5) ending.abort(new Error('the server stopped'))
      yield { name: `file-${n}`, file: fileOf(Buffer.alloc(1_000_000, n)) }
    }
  }
  const writing = writeArchive(file, endless(), async () => description, ending.signal)
  await expect(writing).rejects.toThrow('the server stopped')
})

test('an archive that can not be written ends with the error of the disk', async () => {
  writeFileSync(file, 'another one')
  await expect(write()).rejects.toThrow('EEXIST')
  async function* failing(): AsyncGenerator<ArchiveEntry> {
    yield* entries(CONTENT)
    throw new Error('the disk does not respond')
  }
  rmSync(file)
  await expect(
    writeArchive(file, failing(), async () => description, new AbortController().signal),
  ).rejects.toThrow('the disk does not respond')
})

test('an archive that can not be read is not taken for a damaged one', async () => {
  mkdirSync(file)
  await expect(read()).rejects.toThrow(`${file} can't be read: EISDIR`)
})
