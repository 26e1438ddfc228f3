import { Ban, ChevronDown, Download, Fingerprint, GitCompareArrows, Hash, Link } from 'lucide-react'
import { useLocation } from 'wouter'
import { isAdmin } from '#src/domain/people/roles.ts'
import { allocationListHref, differenceHref } from '#src/records/record-hrefs.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { useUser } from '#src/state/session.ts'
import { ActionMenu, type MenuAction } from '#src/ui/controls/ActionMenu.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { useCopy } from '#src/ui/controls/use-copy.ts'
import type { AllocationList } from '#src/wire/allocation-lists.ts'
import { LIST_FILES } from './list-files.ts'
import type { ListFiles } from './use-list-files.ts'

/** A menu with the files of a list. */
export function ListDownload({ list, files }: { list: AllocationList; files: ListFiles }) {
  const { refusal, running } = files
  const label = `Download list ${list.number}`
  const isBusy = running?.list.id === list.id
  const button = (
    <Button
      size="sm"
      icon={Download}
      aria-label={label}
      isBusy={isBusy}
      busyLabel="Downloading"
      disabledReason={isBusy ? undefined : refusal}
    >
      Download
      <Icon of={ChevronDown} size={14} />
    </Button>
  )
  // A menu that opens only to refuse all that is in it would be of no use.
  if (refusal !== undefined) return button
  return (
    <ActionMenu
      label={label}
      button={button}
      actions={LIST_FILES.map(({ kind, label: name, icon, note }) => ({
        label: name,
        icon,
        note,
        onSelect: () => files.request(list, kind),
      }))}
    />
  )
}

/** A menu with what else can be done with a list. */
export function ListMenu(props: {
  list: AllocationList
  /** Its root has no column. */
  hasRoot: boolean
  onWithdraw: (list: AllocationList) => void
}) {
  const { list, hasRoot } = props
  const isOnline = useOnline()
  const [, navigate] = useLocation()
  const role = useUser()?.role ?? ''
  const hash = useCopy(list.sha256 ?? '')
  const root = useCopy(list.root ?? '')
  const { project_id: project, id } = list
  const link = useCopy(globalThis.location.origin + allocationListHref(project, id))
  const actions: MenuAction[] = [
    {
      label: 'Show the difference',
      icon: GitCompareArrows,
      onSelect: () => navigate(differenceHref(project, id)),
    },
    ...(hasRoot
      ? [{ label: 'Copy root', icon: Fingerprint, onSelect: () => void root.copy() }]
      : []),
    { label: 'Copy SHA-256', icon: Hash, onSelect: () => void hash.copy() },
    { label: 'Copy link', icon: Link, onSelect: () => void link.copy() },
  ]
  if (isAdmin(role) && list.state === 'ready') {
    actions.push({
      label: 'Withdraw',
      icon: Ban,
      isApart: true,
      disabledReason: isOnline ? undefined : OFFLINE_REFUSAL,
      onSelect: () => props.onWithdraw(list),
    })
  }
  return <ActionMenu label={`Actions for list ${list.number}`} actions={actions} />
}
