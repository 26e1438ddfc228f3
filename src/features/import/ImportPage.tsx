import { useQuery } from '@tanstack/react-query'
import { Plug, TriangleAlert } from 'lucide-react'
import { ApiError } from '#src/api/http.ts'
import { importQueries } from '#src/api/imports.ts'
import { useProjects } from '#src/api/projects.ts'
import { NoProject } from '#src/projects/NoProject.tsx'
import { useProjectParam } from '#src/projects/use-project-param.ts'
import { useUrlParams } from '#src/records/use-url-params.ts'
import { describeError } from '#src/session/describe-error.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { LeaveGuard } from '#src/ui/dialogs/LeaveGuard.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { PanelBox } from '#src/ui/lists/Panel.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Surface } from '#src/ui/Surface.ts'
import { styled } from '#src/ui/theme.ts'
import type { Import } from '#src/wire/imports.ts'
import { useUnsaved } from '#src/writes/unsaved-changes.ts'
import { ChooseBox } from './ChooseBox.tsx'
import { FileCard } from './FileCard.tsx'
import { FilePicker } from './FilePicker.tsx'
import { stepOf } from './import-text.ts'
import { ImportFlow } from './ImportFlow.tsx'
import { Steps } from './Steps.tsx'
import { useUpload, type Upload } from './use-upload.ts'

const PARAM = 'import'

const Padded = styled('div')`
  margin-bottom: 16px;
`

/** Imports a CSV file of purchases, wallets or leads. The import's id is in the URL, for a reload. */
export function ImportPage() {
  const { names, selected } = useProjects()
  const { projectId, choose } = useProjectParam(names, selected[0])
  if (projectId !== undefined) return <ProjectImport projectId={projectId} onProject={choose} />
  return (
    <NoProject
      icon={Plug}
      title="No project yet"
      text="Add one in Project Settings, then import its history here."
    />
  )
}

function useImportParam() {
  const [params, setParams] = useUrlParams()
  const setId = (id: string | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (id === null) next.delete(PARAM)
        else next.set(PARAM, id)
        return next
      },
      { replace: true },
    )
  return { id: params.get(PARAM), setId }
}

function ProjectImport(props: { projectId: string; onProject: (id: string) => void }) {
  const { projectId } = props
  const { id, setId } = useImportParam()
  const { upload, start, stop } = useUpload(setId)
  const query = useQuery({ ...importQueries.one(id ?? ''), enabled: id !== null })
  const isChoosing = id === null || query.data?.state === 'discarded'
  const file = isChoosing ? undefined : query.data
  const isUploading = upload.is === 'reading' || upload.is === 'sending'
  useUnsaved(isUploading)
  const leave = () => {
    stop()
    setId(null)
  }
  return (
    <>
      <Steps current={stepOf(file)} isDone={file?.state === 'done'} />
      {isChoosing && (
        <ChooseBox
          projectId={projectId}
          onProject={props.onProject}
          upload={upload}
          onChoose={(chosen, kind) =>
            void start(chosen, { project_id: projectId, kind }, undefined)
          }
          onOpen={setId}
        />
      )}
      {!isChoosing && !file && <NotLoaded query={query} onChooseAnother={leave} />}
      {file && (
        <Opened
          file={file}
          upload={upload}
          isUploading={isUploading}
          onChoose={(chosen) =>
            void start(chosen, { project_id: file.project_id, kind: file.kind }, file)
          }
          onChooseAnother={leave}
        />
      )}
      <LeaveGuard isActive={isUploading} onLeave={stop}>
        The upload stops. Choose the same file again to go on with it.
      </LeaveGuard>
    </>
  )
}

function Opened(props: {
  file: Import
  upload: Upload
  isUploading: boolean
  onChoose: (file: File) => void
  onChooseAnother: () => void
}) {
  const { file, upload, isUploading } = props
  const isStopped = file.state === 'uploading' && !isUploading
  return (
    <>
      {file.state === 'failed' && (
        <Padded>
          <Notice icon={TriangleAlert}>
            <b>The file could not be imported.</b> {file.error}
          </Notice>
        </Padded>
      )}
      <FileCard
        file={file}
        upload={upload}
        isLocked={file.state === 'running' || file.state === 'checking'}
        onChooseAnother={props.onChooseAnother}
      />
      {isStopped && (
        <PanelBox aria-label="Upload">
          <FilePicker
            text={`The upload stopped. Choose ${file.name} again to go on with it.`}
            problem={upload.is === 'failed' ? upload.text : null}
            onChoose={props.onChoose}
          />
        </PanelBox>
      )}
      {file.header !== null && file.state !== 'failed' && (
        <ImportFlow
          key={file.id}
          file={file}
          isUploading={isUploading}
          onGiveUp={props.onChooseAnother}
        />
      )}
    </>
  )
}

function NotLoaded(props: {
  query: { error: unknown; fetchStatus: string; isFetching: boolean; refetch: () => unknown }
  onChooseAnother: () => void
}) {
  const { query } = props
  const isPaused = query.fetchStatus === 'paused'
  if (!isPaused && query.error === null)
    return (
      <div aria-busy="true">
        <Skeleton height={56} radius={12} />
      </div>
    )
  const isGone = query.error instanceof ApiError && query.error.status === 404
  return (
    <Surface>
      {isGone ? (
        <EmptyState
          title="This import is no longer here"
          text="A file and its report are deleted after 24 hours."
          action={<Button onClick={props.onChooseAnother}>Choose another file</Button>}
        />
      ) : (
        <ErrorState
          title="The import did not load"
          text={
            isPaused
              ? 'You are offline, and imports are not saved on this device.'
              : describeError(query.error)
          }
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
    </Surface>
  )
}
