import { Ban, Fingerprint, GitCompareArrows, Hash, Link } from 'lucide-react'
import { useLocation } from 'wouter'
import { isAdmin } from '#src/domain/people/roles.ts'
import { allocationListHref, differenceHref } from '#src/records/record-hrefs.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { useUser } from '#src/state/session.ts'
import { ActionMenu, type MenuAction } from '#src/ui/controls/ActionMenu.tsx'
import { useCopy } from '#src/ui/controls/use-copy.ts'
import type { AllocationList } from '#src/wire/allocation-lists.ts'

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
