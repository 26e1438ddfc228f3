import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { formatLastUse } from '#src/domain/sale/record-formats.ts'
import { pluralize } from '#src/domain/text/text.ts'
import { planDifferences } from '#src/features/stages/edit/form/stage-changes.ts'
import type { StagesForm } from '#src/features/stages/edit/form/stages-form.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { StagePlan } from '#src/wire/stages.ts'

const Part = styled('div')`
  margin-bottom: 16px;
  ${MOBILE} {
    margin-bottom: 12px;
  }
`
const Table = styled('table')`
  width: 100%;
  border-collapse: collapse;
  table-layout: fixed;
  font-variant-numeric: tabular-nums;
  & th {
    font: var(--t-small);
    font-weight: 500;
    color: var(--text-3);
    text-align: left;
  }
  & th,
  & td {
    padding: 8px 12px 8px 0;
    vertical-align: top;
    overflow-wrap: anywhere;
  }
  & tr + tr,
  & tbody tr {
    border-top: 1px solid var(--line);
  }
  & tbody th {
    color: var(--text-1);
    font: var(--t-body);
  }
  & .kept {
    color: var(--warning);
  }
`

/** "at 14:20", or "on Nov 20" if it was another day. */
function when(at: string | null, now: Date): string {
  if (at === null) return ''
  const text = formatLastUse(at, now)
  return text.includes(':') ? ` at ${text}` : ` on ${text}`
}

/** That somebody else has saved the plan meanwhile; shows what, and goes on from there. */
export function NewerPlan(props: {
  form: StagesForm
  base: StagePlan
  newer: StagePlan
  /** The number of changes that are typed. */
  count: number
  now: Date
  /** The typed changes go on top of the newer plan. */
  onContinue: () => void
}) {
  const { form, base, newer, now } = props
  const [isOpen, setOpen] = useState(false)
  const by = newer.changed_by ?? 'Somebody'
  return (
    <Part>
      <Notice
        role="alert"
        icon={TriangleAlert}
        action={
          <Button size="sm" onClick={() => setOpen(true)}>
            Show what has changed
          </Button>
        }
      >
        <b>
          {by} changed the stages{when(newer.changed_at, now)}.
        </b>{' '}
        Your {pluralize(props.count, 'change')} {props.count === 1 ? 'is' : 'are'} still here.
        Compare before you save again.
      </Notice>
      <Dialog
        title="What has changed"
        width={680}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        hasChanges={false}
        footer={
          <>
            <Button variant="ghost" size="lg" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button
              variant="primary"
              size="lg"
              onClick={() => {
                setOpen(false)
                props.onContinue()
              }}
            >
              Keep my changes
            </Button>
          </>
        }
      >
        <p>
          Keep my changes adds what you typed to the stages that {by} saved. Nothing is saved yet.
        </p>
        <Table aria-label="What has changed">
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Before</th>
              <th scope="col">Theirs</th>
              <th scope="col">Yours</th>
            </tr>
          </thead>
          <tbody>
            {planDifferences(form, base, newer).map(({ what, before, theirs, yours, isBoth }) => (
              <tr key={what}>
                <th scope="row">{what}</th>
                <td>{before || 'None'}</td>
                <td>{theirs || 'None'}</td>
                <td className={isBoth ? 'kept' : 't3'}>
                  {isBoth ? yours || 'None' : 'Not changed'}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </Dialog>
    </Part>
  )
}
