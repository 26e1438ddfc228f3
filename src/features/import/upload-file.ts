import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { ApiError } from '#src/api/http.ts'
import { putImportChunk } from '#src/api/imports.ts'
import { pause, retryDelayMs } from '#src/domain/time/waits.ts'
import { connection } from '#src/session/connection.ts'
import { IMPORT_CHUNK_BYTES, type Import } from '#src/wire/imports.ts'

const MAX_TRIES = 8
const MAX_DELAY_MS = 30_000

/** From 0 to 1. */
type OnProgress = (fraction: number) => void

/** The SHA-256 of a file in hexadecimal digits. Reads it piece by piece: it may not fit in memory. */
export async function hashFile(
  file: Blob,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<string> {
  const digest = sha256.create()
  const reader = file.stream().getReader()
  for (let read = 0; ;) {
    const { done, value } = await reader.read()
    if (signal.aborted) {
      await reader.cancel()
      throw new ApiError({ kind: 'aborted' })
    }
    if (done) return bytesToHex(digest.digest())
    digest.update(value)
    read += value.length
    onProgress(read / file.size)
  }
}

/** Uploads the chunks that the server lacks, one after the other. */
export async function uploadChunks(
  file: Blob,
  announced: Import,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<void> {
  const { id, missing } = announced
  let sent = file.size - missing.reduce((sum, n) => sum + chunkOf(file, n).size, 0)
  for (const n of missing) {
    const chunk = chunkOf(file, n)
    await withRetries(signal, () =>
      putImportChunk(id, n, chunk, {
        signal,
        onProgress: (fraction) => onProgress((sent + fraction * chunk.size) / file.size),
      }),
    )
    sent += chunk.size
    onProgress(sent / file.size)
  }
}

const chunkOf = (file: Blob, n: number) =>
  file.slice(n * IMPORT_CHUNK_BYTES, (n + 1) * IMPORT_CHUNK_BYTES)

/** Repeats a chunk whose request or response was lost. A chunk that arrived twice changes nothing. */
async function withRetries(signal: AbortSignal, run: () => Promise<unknown>): Promise<void> {
  for (let failures = 0; ; failures += 1) {
    try {
      await run()
      return
    } catch (error) {
      if (failures >= MAX_TRIES || !isTemporary(error)) throw error
      await pause(Math.min(MAX_DELAY_MS, retryDelayMs(failures)), signal)
      // Offline, it waits for the connection without counting.
      while (!connection.isOnline && !signal.aborted) await pause(1000, signal)
    }
  }
}

function isTemporary(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const { kind, status } = error
  return kind === 'network' || kind === 'timeout' || (kind === 'answer' && (status ?? 0) >= 500)
}
