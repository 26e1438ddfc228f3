import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DownloadProgress, FileCall } from '#src/api/download.ts'
import { importWithTimeout } from '#src/session/import-with-timeout.ts'
import { saveCsv, saveFile } from '#src/ui/save-file.ts'
import type { CallInput, CallResponse } from '#src/wire/call.ts'
import { useWrite } from '#src/writes/use-write.ts'

const NOTHING_YET: DownloadProgress = { rows: 0, of: null, bytes: 0 }

/** Fetches the response of a call, with its progress. */
type FetchFile = <C extends FileCall>(call: C, input: CallInput<C>) => Promise<CallResponse<C>>

/** A file of the server. */
export interface ListFile {
  name: string
  /** Which call makes it. */
  fetch: (fetchFile: FetchFile) => Promise<Blob>
  /**
   * Saves the bytes as they came: for programs, and for a file whose hash is known. Otherwise it is a
   * CSV, which spreadsheets read as UTF-8 by its byte order mark.
   */
  isExact?: boolean
}

/**
 * Downloads all rows of a list as a file. One download runs at a time; it ends when the page is left.
 * `progress` is null while none runs.
 */
export function useListDownload(): {
  progress: DownloadProgress | null
  start: (file: ListFile) => void
  cancel: () => void
} {
  const [progress, setProgress] = useState<DownloadProgress | null>(null)
  const running = useRef<AbortController>(null)
  const { write, isBusy } = useWrite({
    mutationFn: async ({ name, isExact = false, fetch }: ListFile) => {
      const controller = new AbortController()
      running.current = controller
      setProgress(NOTHING_YET)
      try {
        const { download } = await importWithTimeout(import('#src/api/download.ts'))
        const options = { signal: controller.signal, onProgress: setProgress }
        const file = await fetch((call, input) => download(call, input, options))
        if (isExact) saveFile(name, file)
        else await saveCsv(name, file)
      } finally {
        running.current = null
      }
    },
    meta: { failure: 'The download stopped. Check the connection and start it again.' },
  })
  const cancel = useEffectEvent(() => running.current?.abort())
  useEffect(() => () => cancel(), [])
  return {
    progress: isBusy ? progress : null,
    start: (file) => void write(file),
    cancel: () => running.current?.abort(),
  }
}
