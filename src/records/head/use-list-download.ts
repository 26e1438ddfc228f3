import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DownloadProgress } from '#src/api/download.ts'
import type { CsvCall } from '#src/records/record-definition.ts'
import type { Query } from '#src/session/address.ts'
import { importWithTimeout } from '#src/session/import-with-timeout.ts'
import { saveCsv } from '#src/ui/save-file.ts'
import { useWrite } from '#src/writes/use-write.ts'

const NOTHING_YET: DownloadProgress = { rows: 0, of: null }

/**
 * Downloads all rows of a list as a file. One download runs at a time; it ends when the page is left.
 * `progress` is null while none runs.
 */
export function useListDownload(): {
  progress: DownloadProgress | null
  start: (fileName: string, call: CsvCall, query: Query) => void
  cancel: () => void
} {
  const [progress, setProgress] = useState<DownloadProgress | null>(null)
  const running = useRef<AbortController>(null)
  const { write, isBusy } = useWrite({
    mutationFn: async (input: { fileName: string; call: CsvCall; query: Query }) => {
      const controller = new AbortController()
      running.current = controller
      setProgress(NOTHING_YET)
      try {
        const { download } = await importWithTimeout(import('#src/api/download.ts'))
        const file = await download(
          input.call,
          { query: input.query },
          { signal: controller.signal, onProgress: setProgress },
        )
        await saveCsv(input.fileName, file)
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
    start: (fileName, call, query) => void write({ fileName, call, query }),
    cancel: () => running.current?.abort(),
  }
}
