import { Suspense, useEffect, useRef, useState } from 'react'
import { useFeature } from '#src/api/features.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/api/use-online.ts'
import { EditedMark, PanelFoot, ProjectPanel } from '#src/records/ProjectPanel.tsx'
import { RecordActivity } from '#src/records/RecordActivity.tsx'
import { Button } from '#src/ui/Button.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { SeoScript, SeoScriptUpdate } from '#src/wire/seo-scripts.ts'
import { useWrite } from '#src/writes/use-write.ts'
import {
  editedScripts,
  describeEdited,
  SCRIPT_NAMES,
  validateScript,
  toScriptForm,
  toScriptUpdate,
  type ScriptForm,
  type ScriptName,
  scriptDrafts,
} from './script-form.ts'
import { saveScripts, scriptQueries } from './script-queries.ts'
import { ScriptField } from './ScriptField.tsx'
import { VersionsDialog } from './VersionsDialog.tsx'

const ScriptDiff = lazyPart(() => import('./ScriptDiff.tsx'), 'ScriptDiff')

/** Two columns. */
const Pair = styled('div')`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 16px;
  padding: 20px 24px 24px;
  @media (max-width: 1199px) {
    grid-template-columns: minmax(0, 1fr);
  }
  ${MOBILE} {
    padding: 16px;
  }
`
const Note = styled('p')`
  padding: 16px 24px 0;
  font: var(--t-small);
  color: var(--text-2);
  ${MOBILE} {
    padding: 16px 16px 0;
  }
`

/**
 * The scripts of one project. The first Save shows a diff, because this code runs on payment pages;
 * the second Save sends it.
 */
export function ScriptsCard(props: {
  projectId: string
  script: SeoScript | undefined
  colour: string
  /** Whether an earlier project has the same colour. */
  isHatched: boolean
  isOpen: boolean
  onToggle: () => void
}) {
  const { projectId } = props
  const isOnline = useOnline()
  const hasVersions = useFeature('approvals')
  const [isListing, setListing] = useState(false)
  const [isReviewing, setReviewing] = useState(false)
  const [checked, setChecked] = useState<ReadonlySet<ScriptName>>(new Set())
  const saveButton = useRef<HTMLButtonElement>(null)
  const saved = toScriptForm(props.script)
  const form: ScriptForm = { ...saved, ...scriptDrafts.use(projectId) }
  const edited = editedScripts(saved, form)
  // If the response to a save was lost, the refetched scripts equal the draft: drop it. The draft is
  // read at this time, because the user may have typed since the render.
  const { script } = props
  useEffect(() => {
    if (!script) return
    const before = toScriptForm(script)
    const now = { ...before, ...scriptDrafts.read(script.project_id) }
    if (editedScripts(before, now).length === 0) scriptDrafts.drop(script.project_id)
  }, [script])
  const errorOf = (name: ScriptName) =>
    checked.has(name) && edited.includes(name) ? validateScript(name, form[name]) : null

  const { write, isBusy } = useWrite({
    mutationFn: (update: SeoScriptUpdate) => saveScripts(projectId, update),
    meta: {
      success: 'Successfully updated scripts',
      failure: 'Error updating scripts',
      invalidates: [scriptQueries.all],
    },
  })
  const forgetEdits = () => {
    scriptDrafts.drop(projectId)
    setReviewing(false)
    setChecked(new Set())
  }
  const save = async () => {
    setChecked(new Set(SCRIPT_NAMES))
    if (edited.some((name) => validateScript(name, form[name]) !== null)) return setReviewing(false)
    if (!isReviewing) return setReviewing(true)
    if ((await write(toScriptUpdate(form))) === undefined) return
    forgetEdits()
  }
  const isShowingDiff = isReviewing && edited.length > 0

  return (
    <ProjectPanel
      name={projectId}
      colour={props.colour}
      isHatched={props.isHatched}
      isOpen={props.isOpen}
      onToggle={props.onToggle}
      tools={
        props.isOpen || edited.length > 0 ? (
          <>
            <EditedMark text={describeEdited(edited)} none="No changes" />
            {hasVersions && props.isOpen && (
              <Button variant="ghost" disabled={isBusy} onClick={() => setListing(true)}>
                Versions
              </Button>
            )}
            {isShowingDiff && (
              <Button
                variant="ghost"
                disabled={isBusy}
                onClick={() => {
                  setReviewing(false)
                  // This button disappears: move the focus.
                  saveButton.current?.focus()
                }}
              >
                Back to editing
              </Button>
            )}
            <Button
              ref={saveButton}
              variant="primary"
              disabled={edited.length === 0}
              isBusy={isBusy}
              busyLabel="Saving"
              disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
              onClick={() => {
                if (!props.isOpen) props.onToggle()
                void save()
              }}
            >
              Save
            </Button>
          </>
        ) : undefined
      }
    >
      {isShowingDiff ? (
        <>
          <Note>These lines change on the live site as soon as you save.</Note>
          <Suspense fallback={<Skeleton width="100%" height={124} />}>
            <Pair>
              {SCRIPT_NAMES.map((name) => (
                <ScriptDiff key={name} name={name} before={saved[name]} after={form[name]} />
              ))}
            </Pair>
          </Suspense>
        </>
      ) : (
        <Pair>
          {SCRIPT_NAMES.map((name) => (
            <ScriptField
              key={name}
              name={name}
              value={form[name]}
              isEdited={edited.includes(name)}
              error={errorOf(name)}
              onChange={(text) => {
                if (text === saved[name]) scriptDrafts.forget(projectId, name)
                else scriptDrafts.change(projectId, { [name]: text })
              }}
              onBlur={() => setChecked(new Set(checked).add(name))}
            />
          ))}
        </Pair>
      )}
      {isListing && (
        <VersionsDialog
          projectId={projectId}
          hasEdits={edited.length > 0}
          onRestored={forgetEdits}
          onClose={() => setListing(false)}
        />
      )}
      {script && (
        <PanelFoot>
          <RecordActivity object="seo_script" id={script.id} projectId={projectId} />
        </PanelFoot>
      )}
    </ProjectPanel>
  )
}
