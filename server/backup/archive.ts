import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'
import { extract, pack, type Header, type Pack } from 'tar-stream'
import { SettingsError } from '#server/settings-error.ts'
import { fileOf, type ArchiveEntry } from './database-files.ts'
import { asDiskError, readError, writingInto } from './disk-errors.ts'
import {
  DATABASE_PREFIX,
  MANIFEST_CHECKSUM_NAME,
  MANIFEST_NAME,
  manifestSchema,
  type Manifest,
} from './manifest.ts'

// A backup is a compressed tar file with the files of the database, a manifest with their checksums,
// and the checksum of the manifest. It is written and read as a stream, in memory of constant size.
// The checksums detect damage. They don't detect a change on purpose, which can renew them.

/** The fastest: a higher level makes it about a tenth smaller, and takes processor time from the server. */
const COMPRESSION_LEVEL = constants.Z_BEST_SPEED
const MAX_MANIFEST_BYTES = 64 * 1024 * 1024

type ManifestFile = Manifest['files'][number]

/** An entry of an archive that is read. */
interface Entry extends AsyncIterable<Buffer> {
  header: Header
  resume(): void
}

/**
 * Writes a new archive that only its owner can read, and flushes it to the disk.
 * @param describe is called after the last entry
 * @throws when the file exists or can't be written, and with the signal's reason when it aborts
 */
export async function writeArchive(
  file: string,
  entries: AsyncIterable<ArchiveEntry>,
  describe: () => Promise<Omit<Manifest, 'files'>>,
  signal: AbortSignal,
): Promise<void> {
  const archive = pack()
  const failure = new AbortController()
  const output = pipeline(
    archive,
    createGzip({ level: COMPRESSION_LEVEL }),
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
    { signal },
  )
  // Adding an entry waits for the output, so its failure must end that wait.
  output.catch((error: unknown) => failure.abort(asDiskError(error, path.dirname(file))))
  const ended = AbortSignal.any([signal, failure.signal])
  try {
    const files: ManifestFile[] = []
    for await (const { name, file: content } of entries) {
      const added = await addEntry(archive, { name: DATABASE_PREFIX + name, file: content }, ended)
      if (added) files.push(added)
    }
    const manifest: Manifest = { ...(await describe()), files }
    const text = Buffer.from(`${JSON.stringify(manifest)}\n`)
    const manifestEntry = await addEntry(
      archive,
      { name: MANIFEST_NAME, file: fileOf(text) },
      ended,
    )
    const checksum = Buffer.from(`${manifestEntry?.sha256}  ${MANIFEST_NAME}\n`)
    await addEntry(archive, { name: MANIFEST_CHECKSUM_NAME, file: fileOf(checksum) }, ended)
    archive.finalize()
  } catch (error) {
    archive.destroy(error instanceof Error ? error : undefined)
    await output.catch(() => {})
    ended.throwIfAborted()
    throw error
  }
  await writingInto(path.dirname(file), () => output)
}

async function addEntry(
  archive: Pack,
  { name, file }: ArchiveEntry,
  ended: AbortSignal,
): Promise<ManifestFile | null> {
  ended.throwIfAborted()
  if (file === null) {
    archive.entry({ name, type: 'directory', mode: 0o700 })
    return null
  }
  const { size, content } = file
  const hash = createHash('sha256')
  const entry = archive.entry({ name, size, mode: 0o600 })
  // Errors of the entry are those of the archive.
  entry.on('error', () => {})
  const isWritten = once(entry, 'close', { signal: ended })
  isWritten.catch(() => {})
  for await (const chunk of content) {
    hash.update(chunk)
    if (!entry.write(chunk)) await once(entry, 'drain', { signal: ended })
  }
  entry.end(null)
  await isWritten
  return { name, size, sha256: hash.digest('hex') }
}

/**
 * Unpacks an archive into an existing folder, and compares every file with its checksum.
 * @throws SettingsError when the archive can't be read, is damaged or is not complete, and errors of
 * writing the files. The folder then has some of the files
 */
export async function readArchive(file: string, folder: string): Promise<Manifest> {
  const archive = extract()
  const input = pipeline(readChunks(file), createGunzip(), archive)
  input.catch(() => {})
  const files: ManifestFile[] = []
  let manifest: { text: Buffer; sha256: string } | null = null
  let checksum: string | null = null
  try {
    // Its streams consist of buffers.
    for await (const entry of archive as AsyncIterable<unknown> as AsyncIterable<Entry>) {
      const { name, type } = entry.header
      if (name === MANIFEST_NAME) {
        const text = await readText(entry)
        manifest = { text, sha256: createHash('sha256').update(text).digest('hex') }
      } else if (name === MANIFEST_CHECKSUM_NAME) checksum = String(await readText(entry))
      else if (type !== 'directory' && type !== 'file')
        throw new Error(`${name} is neither a file nor a folder`)
      else if (type === 'directory') {
        await mkdir(safePath(folder, name), { recursive: true, mode: 0o700 })
        entry.resume()
      } else files.push(await unpackFile(entry, safePath(folder, name)))
    }
    await input
  } catch (error) {
    await input.catch(() => {})
    if (error instanceof SettingsError || (error instanceof Error && 'syscall' in error))
      throw error
    throw damaged(file, String(error))
  }
  if (manifest === null || checksum === null) throw damaged(file, 'its end is missing')
  if (checksum !== `${manifest.sha256}  ${MANIFEST_NAME}\n`)
    throw damaged(file, `${MANIFEST_NAME} does not match its checksum`)
  const found = parseManifest(file, String(manifest.text))
  const wrong = findDifference(found.files, files)
  if (wrong !== null) throw damaged(file, `${wrong} does not match its checksum`)
  return found
}

async function* readChunks(file: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(file)
  } catch (error) {
    throw readError(file, error)
  }
}

function parseManifest(file: string, text: string): Manifest {
  try {
    return manifestSchema.parse(JSON.parse(text))
  } catch {
    throw new SettingsError(
      `${file} was made by another version of Saleroom, or is not a backup. Restore it with the version that made it.`,
    )
  }
}

async function unpackFile(entry: Entry, to: string): Promise<ManifestFile> {
  const hash = createHash('sha256')
  let size = 0
  async function* measure() {
    for await (const chunk of entry) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  // Opening the database flushes all its files, as after a crash.
  await pipeline(measure, createWriteStream(to, { flags: 'wx', mode: 0o600 }))
  return { name: entry.header.name, size, sha256: hash.digest('hex') }
}

async function readText(entry: Entry): Promise<Buffer> {
  if (entry.header.size > MAX_MANIFEST_BYTES) throw new Error(`${entry.header.name} is too large`)
  const chunks: Buffer[] = []
  for await (const chunk of entry) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The name of the first file that is missing, was added, or has another content; null if there is none. */
function findDifference(expected: readonly ManifestFile[], found: readonly ManifestFile[]) {
  const describe = ({ name, size, sha256 }: ManifestFile) => `${sha256} ${size} ${name}`
  const all = new Set(expected.map(describe))
  const unpacked = new Set(found.map(describe))
  const wrong =
    expected.find((file) => !unpacked.has(describe(file))) ??
    found.find((file) => !all.has(describe(file)))
  return wrong?.name ?? null
}

/** Only files of the database are unpacked, and only below the folder. */
function safePath(folder: string, name: string): string {
  // Windows reads the other two as parts of a path.
  const isInside =
    name.startsWith(DATABASE_PREFIX) && path.posix.normalize(name) === name && !/[\\:]/.test(name)
  if (!isInside) throw new Error(`it contains ${name}`)
  return path.join(folder, name)
}

function damaged(file: string, problem: string): SettingsError {
  return new SettingsError(
    `${file} is damaged (${problem.replace(/^Error: /, '')}). Nothing was restored. Use another copy of it, or another backup.`,
  )
}
