import { ChevronDown, Download } from 'lucide-react'
import { ActionMenu } from '#src/ui/controls/ActionMenu.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { Icon } from '#src/ui/controls/Icon.tsx'
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
  // A menu that opens only to refuse all that is in it would be of no use. The button of the file that
  // is being downloaded stays in place, and with it the focus.
  if (refusal !== undefined && !isBusy) return button
  return (
    <ActionMenu
      label={label}
      button={button}
      actions={LIST_FILES.map(({ kind, label: name, icon, note }) => ({
        label: name,
        icon,
        note,
        disabledReason: refusal,
        onSelect: () => files.request(list, kind),
      }))}
    />
  )
}
