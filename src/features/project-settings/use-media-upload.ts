import { useRef, useState } from 'react'
import { projectQueries } from '#src/api/projects.ts'
import { useAction } from '#src/api/use-action.ts'
import { useUnsaved } from '#src/writes/unsaved-changes.ts'
import { mediaQueries, replaceMedia } from './project-calls.ts'

/** Uploads media of a project: how far it is (0 to 1, null when none runs), and a way to stop it. */
export function useMediaUpload(projectId: string) {
  const [progress, setProgress] = useState<number | null>(null)
  const controller = useRef<AbortController | null>(null)
  const { act, isBusy } = useAction({
    run: async (file: File) => {
      const abort = new AbortController()
      controller.current = abort
      setProgress(0)
      try {
        await replaceMedia(projectId, file, { onProgress: setProgress, signal: abort.signal })
      } finally {
        setProgress(null)
      }
    },
    success: 'Successfully uploaded image',
    failure: 'Error replacing media',
    refresh: [mediaQueries.of(projectId).queryKey, projectQueries.all],
  })
  useUnsaved(isBusy)
  return {
    upload: (file: File) => void act(file),
    progress,
    cancel: () => controller.current?.abort(),
  }
}
