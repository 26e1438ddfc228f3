import { useQuery } from '@tanstack/react-query'
import { useAdministration } from '#src/api/features.ts'
import { send } from '#src/api/http.ts'
import { projectQueries } from '#src/api/projects.ts'
import { queryClient } from '#src/cache/query-client.ts'
import { termsQuery } from '#src/projects/terms-query.ts'
import { useAfterPress } from '#src/ui/controls/use-after-press.ts'
import {
  projectTermsCalls,
  type ProjectTerms,
  type ProjectTermsUpdate,
} from '#src/wire/project-terms.ts'
import { draftsOf } from '#src/writes/drafts.ts'
import type { FormDraft } from '#src/writes/use-draft-form.ts'
import { useSavedForm, type SavedForm } from '#src/writes/use-saved-form.ts'
import {
  SPLIT_OF,
  termsFormSchema,
  toTermsForm,
  toTermsUpdate,
  type TermsForm,
} from './terms-form.ts'

const { updateProjectTerms } = projectTermsCalls

/** Drafts of terms by project, until they are saved or dropped. */
export const termsDrafts = draftsOf<FormDraft<Partial<TermsForm>>>()

export type TermsFormState = SavedForm<TermsForm, ProjectTermsUpdate>

/** A project's terms, for an admin; undefined for others and while they load. */
export function useTerms(projectId: string): ProjectTerms | undefined {
  const { data } = useQuery({ ...termsQuery(projectId), enabled: useAdministration() })
  // They arrive after the settings, and move what stands below them.
  return useAfterPress(data)
}

/**
 * The form of a project's terms.
 * @param reason why they change; required after the first completed purchase
 */
export function useTermsForm(
  projectId: string,
  saved: ProjectTerms,
  reason: string | null,
): TermsFormState {
  return useSavedForm({
    id: projectId,
    drafts: termsDrafts,
    saved: toTermsForm(saved),
    schema: termsFormSchema,
    toUpdate: (form: TermsForm) => toTermsUpdate(saved, form),
    dependsOn: SPLIT_OF,
    write: {
      mutationFn: async (update: ProjectTermsUpdate) => {
        const after = await send(updateProjectTerms, {
          params: { id: projectId },
          body: reason === null ? update : { ...update, reason },
        })
        queryClient.setQueryData(termsQuery(projectId).queryKey, after)
        return after
      },
      meta: {
        success: 'Successfully updated terms',
        failure: 'Error updating terms',
        invalidates: [projectQueries.all, termsQuery(projectId).queryKey],
      },
    },
  })
}
