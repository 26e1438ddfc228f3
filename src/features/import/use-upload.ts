import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '#src/api/http.ts'
import { createImport } from '#src/api/imports.ts'
import { describeError } from '#src/session/describe-error.ts'
import { MAX_IMPORT_BYTES, type Import, type ImportKind } from '#src/wire/imports.ts'
import { hashFile, uploadChunks } from './upload-file.ts'

/** `reading` computes the file's checksum, which takes a few seconds. */
export type Upload =
  | { is: 'idle' }
  | { is: 'reading' | 'sending'; fraction: number }
  | { is: 'failed'; text: string }

const MAX_NAME_LENGTH = 255

/**
 * Uploads a file chunk by chunk while the page is open. Leaving the page stops it; the same file
 * chosen again goes on with the chunks that are missing.
 * @param onAnnounced gets the import as soon as it has an id
 */
export function useUpload(onAnnounced: (id: string) => void) {
  const [upload, setUpload] = useState<Upload>({ is: 'idle' })
  const running = useRef<AbortController>(null)
  const stop = useCallback(() => {
    running.current?.abort()
    running.current = null
    setUpload({ is: 'idle' })
  }, [])
  useEffect(() => () => running.current?.abort(), [])

  const start = async (
    file: File,
    target: { project_id: string; kind: ImportKind },
    unfinished: Import | undefined,
  ) => {
    const problem = validateFile(file)
    if (problem !== null) return setUpload({ is: 'failed', text: problem })
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    const report = (is: 'reading' | 'sending') => (fraction: number) => {
      if (!signal.aborted) setUpload({ is, fraction })
    }
    try {
      report('reading')(0)
      const sha256 = await hashFile(file, report('reading'), signal)
      const isSame =
        unfinished?.state === 'uploading' &&
        unfinished.sha256 === sha256 &&
        unfinished.bytes === file.size
      const name = file.name.slice(-MAX_NAME_LENGTH).replace(/^[\uDC00-\uDFFF]/, '')
      const announced = isSame
        ? unfinished
        : await createImport({ ...target, name, size: file.size, sha256 }, signal)
      onAnnounced(announced.id)
      report('sending')(0)
      await uploadChunks(file, announced, report('sending'), signal)
      if (!signal.aborted) setUpload({ is: 'idle' })
    } catch (error) {
      if (signal.aborted || (error instanceof ApiError && error.kind === 'aborted')) return
      // The browser can't read a file that was changed, moved or deleted meanwhile.
      const text =
        error instanceof ApiError
          ? describeError(error)
          : 'The file could not be read. Choose it again.'
      setUpload({ is: 'failed', text })
    }
  }
  return { upload, start, stop }
}

function validateFile({ size }: File): string | null {
  if (size === 0) return 'The file is empty.'
  return size > MAX_IMPORT_BYTES
    ? 'The file is larger than 1 GB. Split it into several files.'
    : null
}
