import { send } from '#src/api/http.ts'
import { projectQueries, useProjects } from '#src/api/projects.ts'
import { filters, selectProjects } from '#src/state/filters.ts'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { projectAdministrationCalls, type ProjectCreate } from '#src/wire/project-administration.ts'
import { projectCalls } from '#src/wire/projects.ts'
import { FormText } from './form-fields.tsx'
import { EMPTY_PROJECT, projectDrafts, projectFormSchema, toProjectCreate } from './project-form.ts'
import { useDraftForm } from './use-draft-form.ts'
import { useWrite } from './use-write.ts'
import { WriteFoot } from './WriteFoot.tsx'

/** Adds a project and selects it beside the others. */
export function AddProjectDialog(props: { onClose: () => void }) {
  const { names } = useProjects()
  const { form, hasChanges, dropDraft } = useDraftForm({
    schema: projectFormSchema(names),
    initial: EMPTY_PROJECT,
    drafts: projectDrafts,
    extra: {},
  })
  const { write, isBusy } = useWrite({
    mutationFn: (body: ProjectCreate) => send(projectAdministrationCalls.createProject, { body }),
    meta: {
      success: (project) => `Added ${project.id}`,
      failure: 'Error adding the project',
      invalidates: [[projectCalls.listProjectNames.path], projectQueries.all],
    },
  })
  const close = () => {
    dropDraft()
    props.onClose()
  }
  return (
    <Dialog
      title="Add a project"
      isOpen
      onClose={close}
      hasChanges={hasChanges}
      isBusy={isBusy}
      onSubmit={form.handleSubmit(async (values) => {
        const added = await write(toProjectCreate(values))
        if (added === undefined) return
        const { selectedProjects } = filters
        if (selectedProjects !== 'all') selectProjects([...selectedProjects, added.id])
        close()
      })}
      footer={<WriteFoot verb="Add project" busyVerb="Adding" isBusy={isBusy} onCancel={close} />}
    >
      <FormText
        form={form}
        name="name"
        label="Name"
        hint="Its token, for example AURA. It is permanent: up to 100 characters, no commas or slashes."
        autoComplete="off"
        spellCheck={false}
      />
      <FormText
        form={form}
        name="website"
        label="Website URL"
        hint="The site that sells the token."
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
      />
      <FormText form={form} name="ticker" label="Ticker" autoComplete="off" spellCheck={false} />
    </Dialog>
  )
}
