import { useRef, useState } from 'react'
import { projectQueries } from '#src/api/projects.ts'
import { useUnsaved } from '#src/writes/unsaved-changes.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { mediaQueries, replaceMedia } from './project-calls.ts'

/** Uploads media of a project: how far it is (0 to 1, null when none runs), and a way to stop it. */
export function useMediaUpload(projectId: string) {
  const [progress, setProgress] = useState<number | null>(null)
  const controller = useRef<AbortController | null>(null)
  const { write, isBusy } = useWrite({
    mutationFn: async (file: File) => {
      const abort = new AbortController()
      controller.current = abort
      setProgress(0)
      try {
        await replaceMedia(projectId, file, { onProgress: setProgress, signal: abort.signal })
      } finally {
        setProgress(null)
      }
    },
    meta: {
      success: 'Successfully uploaded image',
      failure: 'Error replacing media',
      invalidates: [mediaQueries.of(projectId).queryKey, projectQueries.all],
    },
  })
  useUnsaved(isBusy)
  return {
    upload: (file: File) => void write(file),
    progress,
    cancel: () => controller.current?.abort(),
  }
}
