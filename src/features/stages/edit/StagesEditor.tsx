import { useQueryClient } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { ref } from 'valtio'
import { useLocation } from 'wouter'
import { send } from '#src/api/http.ts'
import { projectQueries } from '#src/api/projects.ts'
import { planQuery } from '#src/features/stages/edit/form/plan-query.ts'
import { refusedField } from '#src/features/stages/edit/form/refused-field.ts'
import { rebaseForm } from '#src/features/stages/edit/form/stage-changes.ts'
import { withName } from '#src/features/stages/edit/form/stage-proposal.ts'
import {
  stageDrafts,
  toPlanUpdate,
  type StagesForm,
} from '#src/features/stages/edit/form/stages-form.ts'
import { useStagesForm } from '#src/features/stages/edit/form/use-stages-form.ts'
import { projectHref } from '#src/records/page-hrefs.ts'
import { toApiError } from '#src/session/api-error.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import {
  stageCalls,
  type StagePlan,
  type StagePlanUpdate,
  type StageSummary,
} from '#src/wire/stages.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { CapsCard } from './CapsCard.tsx'
import { NewerPlan } from './NewerPlan.tsx'
import { SaveRow } from './SaveRow.tsx'
import { StageTable } from './StageTable.tsx'
import { StageTools } from './StageTools.tsx'

const Root = styled('div')`
  margin-bottom: 16px;
  ${MOBILE} {
    margin-bottom: 0;
  }
  /* No focused field is below the save row. */
  & :is(input, button) {
    scroll-margin-bottom: 80px;
  }
`
const Part = styled('div')`
  margin-bottom: 16px;
  ${MOBILE} {
    margin-bottom: 12px;
  }
`
const Caps = styled('div')`
  ${MOBILE} {
    margin-bottom: 12px;
  }
`

/** The form of a project's plan, and what saves it. */
export function StagesEditor(props: {
  projectId: string
  /** The plan that is typed over. */
  base: StagePlan
  /** The plan as it is saved now. */
  newest: StagePlan
  summary: StageSummary | undefined
  initial: StagesForm
  /** The name of a stage that gets a row. */
  add: string | null
}) {
  const { projectId, base, newest, summary } = props
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const root = useRef<HTMLDivElement>(null)
  const form = useStagesForm(projectId, base, props.initial)
  const { values, setRows } = form
  const loadVersion = async () =>
    (await client.fetchQuery({ ...planQuery(projectId), staleTime: 0 })).version
  const isStale = newest.version !== base.version
  const { write, isBusy } = useWrite({
    mutationFn: async (body: StagePlanUpdate) => {
      try {
        return await send(stageCalls.saveStagePlan, { params: { id: projectId }, body })
      } catch (error) {
        const failure = toApiError(error)
        // The page says that somebody else has saved meanwhile, and who.
        if (failure.status === 409 && (await loadVersion()) !== body.version) return null
        form.refuse(refusedField(failure, values.stages))
        throw error
      }
    },
    meta: {
      success: (saved: StagePlan | null) => (saved ? 'Successfully saved stages' : undefined),
      failure: 'Error saving stages',
      invalidates: [planQuery(projectId).queryKey, [stageCalls.sumStages.path], projectQueries.all],
    },
  })
  // A draft from before may lack the name that the link adds.
  const added = useRef({ name: props.add, summary })
  useEffect(() => {
    const { name, summary: sold } = added.current
    if (name !== null) setRows((rows) => withName(rows, name, sold))
  }, [setRows])

  const save = async () => {
    form.showAllErrors()
    if (!form.isValid) {
      // An error is shown after the press.
      setTimeout(() => root.current?.querySelector<HTMLElement>(FIRST_ERROR)?.focus())
      return
    }
    const saved = await write(toPlanUpdate(values, base))
    if (saved === undefined || saved === null) return
    client.setQueryData(planQuery(projectId).queryKey, saved)
    form.dropDraft()
    navigate(projectHref('/stages', projectId))
  }
  const goOn = () => {
    const next = rebaseForm(values, base, newest)
    stageDrafts.change(projectId, { base: ref(newest), values: ref(next) })
    // The form begins again, and the focused button is gone.
    setTimeout(() => document.querySelector<HTMLElement>('main .save')?.focus())
  }
  return (
    <Root ref={root}>
      {isStale && (
        <NewerPlan
          form={values}
          base={base}
          newer={newest}
          count={form.changes.count}
          now={form.now}
          onContinue={goOn}
        />
      )}
      {base.stages.length === 0 && props.initial.stages.length > 0 && (
        <Part>
          <Notice icon={Info} tone="info">
            <b>Proposed from what was sold.</b> Nothing is planned until you save.
          </Notice>
        </Part>
      )}
      <StageTable
        projectId={projectId}
        base={base}
        form={form}
        figures={summary?.stages}
        tools={
          <StageTools
            projectId={projectId}
            rows={values.stages}
            onRows={(rows) => {
              setRows(() => rows)
              form.showErrorsOf(rows)
            }}
          />
        }
      />
      <Caps>
        <CapsCard form={form} />
      </Caps>
      <SaveRow
        projectId={projectId}
        count={form.changes.count}
        isBusy={isBusy}
        disabledReason={isStale ? 'Compare with the newer stages first.' : undefined}
        onSave={() => void save()}
      />
    </Root>
  )
}

/** On a phone the row's button has the error. */
const FIRST_ERROR = '[aria-invalid=true], [data-invalid]'
