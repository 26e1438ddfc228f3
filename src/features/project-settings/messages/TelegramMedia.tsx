import type { UseQueryResult } from '@tanstack/react-query'
import { ImageOff, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { projectQueries } from '#src/api/projects.ts'
import {
  deleteMedia,
  mediaQueries,
  replaceMedia,
} from '#src/features/project-settings/project-calls.ts'
import { describeError } from '#src/session/describe-error.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { useMayWrite } from '#src/state/session.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { ConfirmButton } from '#src/ui/dialogs/ConfirmButton.tsx'
import { LabelledGroup } from '#src/ui/fields/LabelledGroup.tsx'
import { ProgressBar } from '#src/ui/ProgressBar.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { Project } from '#src/wire/projects.ts'
import { useUnsaved } from '#src/writes/unsaved-changes.ts'
import { useWriteLock } from '#src/writes/use-write-lock.tsx'
import { useWrite } from '#src/writes/use-write.ts'
import { MediaView } from './MediaView.tsx'

const Row = styled('div')`
  display: flex;
  align-items: center;
  gap: 16px;
`
const Thumb = styled('div')`
  display: grid;
  place-items: center;
  flex: none;
  width: 160px;
  height: 90px;
  overflow: hidden;
  border: 1px solid var(--line-strong);
  border-radius: var(--r-md);
  color: var(--text-3);
  & > img,
  & > video {
    min-height: 0;
  }
  ${MOBILE} {
    width: 128px;
    height: 72px;
  }
`
const About = styled('div')`
  display: grid;
  gap: 2px;
  min-width: 0;
  & small {
    font: var(--t-small);
    color: var(--text-3);
  }
`
const Acts = styled('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 4px;
  margin-top: 10px;
`
const Progress = styled('div')`
  width: 240px;
  max-width: 100%;
  margin-top: 8px;
`

const MEDIA_NAMES: Record<string, string> = {
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/gif': 'GIF',
  'image/webp': 'WebP',
  'video/mp4': 'MP4',
  'video/webm': 'WebM',
}

const MAX_MEDIA_BYTES = 50_000_000

/** "214 KB", "20.5 MB": 1 kB is 1000 bytes (contract). */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1_000))} KB`
  return `${(Math.round(bytes / 100_000) / 10).toString()} MB`
}

/** "PNG, 1280 × 720, 214 KB"; the size in pixels once it is known. */
export function describeMedia(
  media: { type: string; size: number },
  pixels: { width: number; height: number } | null,
): string {
  const name = Object.hasOwn(MEDIA_NAMES, media.type) ? MEDIA_NAMES[media.type] : media.type
  const parts = [name, pixels && `${pixels.width} × ${pixels.height}`, formatBytes(media.size)]
  return parts.filter(Boolean).join(', ')
}

/** Why a file can't be uploaded, or null if it can. The server checks the content. */
export function validateMedia(file: { type: string; size: number }): string | null {
  if (!/^(?:image|video)\//.test(file.type)) return 'Must be an image or a video'
  if (file.size > MAX_MEDIA_BYTES) return `Must be at most ${formatBytes(MAX_MEDIA_BYTES)}`
  return file.size === 0 ? 'The file is empty' : null
}

/** The image or video of the notices, with upload progress. */
export function TelegramMedia(props: {
  project: Project
  media: Blob | null
  query: UseQueryResult<Blob>
}) {
  const { project, media, query } = props
  const isOnline = useOnline()
  const mayWrite = useMayWrite()
  const picker = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string | null>(null)
  const [measured, setMeasured] = useState<{ of: Blob; width: number; height: number } | null>(null)
  const { upload, progress, cancel } = useMediaUpload(project.id)
  // The measured size belongs to the previous file until the new one is rendered.
  const pixels = measured !== null && measured.of === media ? measured : null
  const hasMedia = typeof project.telegram_notifications_media_url === 'string'
  const failure = hasMedia && media === null ? failureOf(query) : null

  return (
    <LabelledGroup label="Media" error={error ?? failure}>
      <Row>
        <Thumb>
          {media ? (
            <MediaView
              media={media}
              alt={`Telegram media of ${project.id}`}
              onSize={(size) => setMeasured({ of: media, ...size })}
            />
          ) : (
            !(hasMedia && query.isLoading) && <Icon of={ImageOff} size={20} />
          )}
        </Thumb>
        <About>
          <span>{hasMedia ? kindOf(media) : 'No media uploaded'}</span>
          {media && <small className="num">{describeMedia(media, pixels)}</small>}
          {progress === null ? (
            <Acts>
              {mayWrite && (
                <Button
                  size="sm"
                  icon={Upload}
                  disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
                  onClick={() => picker.current?.click()}
                >
                  {hasMedia ? 'Replace' : 'Upload'}
                </Button>
              )}
              {failure !== null && (
                <Button size="sm" onClick={() => void query.refetch()}>
                  Try again
                </Button>
              )}
              {hasMedia && <DeleteMedia project={project} />}
            </Acts>
          ) : (
            <Progress>
              <ProgressBar label="Uploading media" value={progress} />
              <Acts>
                <small className="num">{Math.floor(progress * 100)}% uploaded</small>
                <Button size="sm" variant="ghost" onClick={cancel}>
                  Cancel upload
                </Button>
              </Acts>
            </Progress>
          )}
        </About>
        <input
          ref={picker}
          type="file"
          accept="image/*,video/*"
          aria-label="Media file"
          hidden
          onChange={(event) => {
            const file = event.target.files?.[0]
            // Allows selecting the same file again.
            event.target.value = ''
            if (!file) return
            const found = validateMedia(file)
            setError(found)
            if (found === null) upload(file)
          }}
        />
      </Row>
    </LabelledGroup>
  )
}

/** Why the media did not load, or null while they load. */
function failureOf({ isPaused, error }: UseQueryResult<Blob>): string | null {
  if (isPaused) return 'You are offline, and media are not kept on this device.'
  return error && `Media did not load. ${describeError(error)}`
}

function kindOf(media: Blob | null): string {
  if (!media) return 'Media'
  return media.type.startsWith('video/') ? 'Video' : 'Image'
}

function DeleteMedia({ project }: { project: Project }) {
  const isOnline = useOnline()
  const mayWrite = useMayWrite()
  const lock = useWriteLock()
  const { write, isBusy } = useWrite({
    mutationFn: () => deleteMedia(project),
    meta: {
      success: 'Successfully deleted image',
      failure: 'Error deleting media',
      invalidates: [projectQueries.all],
    },
  })
  return (
    <ConfirmButton
      label="Delete"
      busyLabel="Deleting"
      variant="ghost"
      title="Delete telegram media?"
      isHidden={!mayWrite}
      lock={lock}
      disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
      isBusy={isBusy}
      onConfirm={() => write()}
    >
      Are you sure you want to delete the telegram media?
    </ConfirmButton>
  )
}

/** Uploads media of a project. `progress` is 0 to 1, or null if no upload is running. */
function useMediaUpload(projectId: string) {
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
