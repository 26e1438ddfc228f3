import { useQueryClient } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { FileQuestions } from '#src/features/allocations/lists/FileQuestions.tsx'
import {
  buildingIn,
  buildingRefusal,
  refetchCompared,
  showList,
  useAllocationLists,
  useShownBuild,
} from '#src/features/allocations/lists/list-queries.ts'
import { useListFiles } from '#src/features/allocations/lists/use-list-files.ts'
import { differenceHref } from '#src/records/record-hrefs.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { FootNote } from '#src/ui/dialogs/FootNote.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import {
  allocationListCalls,
  USUAL_DECIMALS,
  type AllocationList,
} from '#src/wire/allocation-lists.ts'
import type { AllocationSummary } from '#src/wire/allocations.ts'
import { FormText } from '#src/writes/form-fields.tsx'
import { useWriteForm } from '#src/writes/use-write-form.ts'
import { WriteDialog } from '#src/writes/WriteDialog.tsx'
import { BuildProgress } from './BuildProgress.tsx'
import { freezeDrafts, freezeFormSchema, freezes, postFreeze, toFreeze } from './freeze-form.ts'
import { FreezeResult } from './FreezeResult.tsx'
import { FreezeWarnings } from './FreezeWarnings.tsx'
import { ReadyList } from './ReadyList.tsx'

const FORM_WIDTH = 560
const READY_WIDTH = 640

const Fields = styled('div')`
  display: grid;
  grid-template-columns: 128px minmax(0, 1fr);
  gap: 8px 16px;
  align-items: start;
  & > small {
    grid-column: 1 / -1;
    font: var(--t-small);
    color: var(--text-3);
  }
  ${MOBILE} {
    grid-template-columns: 96px minmax(0, 1fr);
    column-gap: 12px;
  }
`
const Optional = styled('span')`
  font-weight: 400;
  color: var(--text-3);
`
/** The button that had the focus is gone. */
const focus = (button: HTMLButtonElement | null) => button?.focus()

/** Freezes a list, then shows how far its build is, then the list. */
export function FreezeDialog(props: {
  summary: AllocationSummary
  isMasked: boolean
  onClose: () => void
}) {
  const { isMasked, onClose } = props
  // What the person read when it opened, not what arrives meanwhile.
  const [summary] = useState(props.summary)
  const { project_id: projectId, latest_list: latest } = summary
  const client = useQueryClient()
  const isMobile = useIsMobile()
  const { data: lists } = useAllocationLists(projectId)
  const [made, setMade] = useState<AllocationList | null>(null)
  const { form, isLocked, dialog } = useWriteForm({
    schema: freezeFormSchema,
    initial: { decimals: String(latest?.decimals ?? USUAL_DECIMALS), note: '' },
    drafts: freezeDrafts,
    draftId: projectId,
    extra: {},
    toBody: (values) => toFreeze(projectId, values),
    toForm: ({ decimals, note }) => ({ decimals: String(decimals), note: note ?? '' }),
    write: {
      pendingWrites: freezes,
      target: projectId,
      send: postFreeze,
      onApplied: (list) => {
        setMade(list)
        showList(client, list)
        // A small list may be ready by now.
        if (list.state === 'ready') refetchCompared(client)
      },
      meta: {
        failure: 'The list was not frozen',
        // A refusal may mean that somebody else freezes one.
        invalidates: [[allocationListCalls.listAllocationLists.path]],
      },
    },
    onClose,
    // The dialog stays open, and shows the list.
    onDone: () => undefined,
  })
  const { write } = dialog
  const { other, footer } = write
  // Somebody else's; its own list may be the one of a write without a known outcome, which is checked.
  const building = write.isBusy || footer.isUnconfirmed ? undefined : buildingIn(lists)
  const list = made && (lists?.find(({ id }) => id === made.id) ?? made)
  useShownBuild(made?.id)
  const files = useListFiles(isMasked)
  const field = { form, inputSize: 'lg', autoComplete: 'off', readOnly: isLocked } as const
  const after =
    list === null || other
      ? null
      : isBuilt(list)
        ? {
            title: `List ${list.number}`,
            width: READY_WIDTH,
            children: <ReadyList list={list} files={files} isMasked={isMasked} />,
            footer: <ReadyFoot list={list} lists={lists ?? []} onClose={onClose} />,
          }
        : {
            title: 'Freeze list',
            width: FORM_WIDTH,
            children: <BuildProgress list={list} isMasked={isMasked} />,
            footer: (
              <Button size="lg" ref={focus} onClick={onClose}>
                Close
              </Button>
            ),
          }
  return (
    <>
      <WriteDialog
        {...dialog}
        write={{
          ...write,
          footer: {
            ...footer,
            disabledReason: footer.disabledReason ?? (building && buildingRefusal(building)),
          },
        }}
        title="Freeze list"
        width={FORM_WIDTH}
        verb="Freeze list"
        busyVerb="Freezing"
        footNote={<FootNote>Next, you confirm that it is you.</FootNote>}
        after={after}
        notes={{
          what: 'the list was frozen',
          done: 'frozen',
          place: 'the lists',
          promise: 'Checking never freezes another one.',
          other: other && <>Another list of {projectId}</>,
        }}
      >
        {!isMobile && (
          <p>
            Records what each wallet of{' '}
            <b>
              <bdi>{projectId}</bdi>
            </b>{' '}
            is owed now, exactly. A list never changes; a later one gets the next number.
          </p>
        )}
        {building && (
          <Notice icon={Hourglass} tone="plain">
            <b>{buildingRefusal(building)}</b> You can freeze another one when it is ready.
          </Notice>
        )}
        <FreezeWarnings summary={summary} isMasked={isMasked} />
        <FreezeResult summary={summary} number={nextNumber(lists)} isMasked={isMasked} />
        <Fields>
          <FormText {...field} name="decimals" label="Decimals" inputMode="numeric" />
          <FormText
            {...field}
            name="note"
            label="Note"
            labelEnd={<Optional>optional</Optional>}
            data-autofocus={isMobile ? undefined : true}
          />
          <small>
            The token’s own decimals: 18 for most tokens. Amounts are rounded down to them; the list
            shows what that loses.
          </small>
        </Fields>
      </WriteDialog>
      <FileQuestions files={files} />
    </>
  )
}

const isBuilt = ({ state }: AllocationList) => state === 'ready' || state === 'withdrawn'

const nextNumber = (lists: readonly AllocationList[] | undefined) =>
  Math.max(0, ...(lists ?? []).map(({ number }) => number)) + 1

function ReadyFoot(props: {
  list: AllocationList
  lists: readonly AllocationList[]
  onClose: () => void
}) {
  const { list, lists, onClose } = props
  const isMobile = useIsMobile()
  const [, navigate] = useLocation()
  const before = lists.find(({ state, number }) => state === 'ready' && number < list.number)
  return (
    <>
      {before && !isMobile && (
        <Button
          variant="ghost"
          size="lg"
          onClick={() => navigate(differenceHref(list.project_id, before.id, list.id))}
        >
          Show the difference from list {before.number}
        </Button>
      )}
      <Button variant="primary" size="lg" ref={focus} onClick={onClose}>
        Done
      </Button>
    </>
  )
}
