import { useRef, useState } from 'react'
import { useFeature } from '#src/api/features.ts'
import { EditedMark, PanelFoot, ProjectPanel } from '#src/projects/ProjectPanel.tsx'
import { RecordActivity } from '#src/records/page/RecordActivity.tsx'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { SeoScript } from '#src/wire/seo-scripts.ts'
import { useSavedForm } from '#src/writes/use-saved-form.ts'
import {
  describeEdited,
  editsOf,
  SCRIPT_NAMES,
  toScriptForm,
  toScriptUpdate,
  type ScriptForm,
  scriptDrafts,
  scriptFormSchema,
} from './script-form.ts'
import { saveScripts, scriptQueries } from './script-queries.ts'
import { ScriptDiff } from './ScriptDiff.tsx'
import { ScriptField } from './ScriptField.tsx'
import { VersionsDialog } from './VersionsDialog.tsx'

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
  const saveButton = useRef<HTMLButtonElement>(null)
  const { script } = props
  const saved = toScriptForm(script)
  const form = useSavedForm({
    id: projectId,
    drafts: scriptDrafts,
    saved,
    schema: scriptFormSchema,
    toUpdate: (values) => editsOf(saved, values),
    write: {
      mutationFn: (edits: Partial<ScriptForm>) =>
        saveScripts(projectId, toScriptUpdate({ ...saved, ...edits })),
      meta: {
        success: 'Successfully updated scripts',
        failure: 'Error updating scripts',
        invalidates: [scriptQueries.all],
      },
    },
  })
  const { values, isBusy } = form
  const edited = SCRIPT_NAMES.filter(form.isEdited)
  const save = async () => {
    if (!form.validate()) return setReviewing(false)
    if (!isReviewing) return setReviewing(true)
    if (await form.save()) setReviewing(false)
  }
  const isShowingDiff = !form.isReadOnly && isReviewing && edited.length > 0

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
            {!form.isReadOnly && <EditedMark text={describeEdited(edited)} none="No changes" />}
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
            {!form.isReadOnly && (
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
            )}
          </>
        ) : undefined
      }
    >
      {isShowingDiff ? (
        <>
          <Note>These lines change on the live site as soon as you save.</Note>
          <Pair>
            {SCRIPT_NAMES.map((name) => (
              <ScriptDiff key={name} name={name} before={saved[name]} after={values[name]} />
            ))}
          </Pair>
        </>
      ) : (
        <Pair>
          {SCRIPT_NAMES.map((name) => (
            <ScriptField
              key={name}
              name={name}
              value={values[name]}
              isEdited={form.isEdited(name)}
              error={form.errorOf(name) ?? null}
              isReadOnly={form.isReadOnly}
              onChange={(text) => form.set(name, text)}
              onBlur={() => form.leave(name)}
            />
          ))}
        </Pair>
      )}
      {isListing && (
        <VersionsDialog
          projectId={projectId}
          hasEdits={edited.length > 0}
          onRestored={() => {
            form.discard()
            setReviewing(false)
          }}
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
