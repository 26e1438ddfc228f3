import { Download } from 'lucide-react'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { downloadCsv } from '#src/ui/save-file.ts'

/** Downloads what a card shows. Privacy mode includes files. */
export function DownloadButton(props: {
  /** "SUMMERNOVA-sources" */
  name: string
  isMasked: boolean
  makeCsv: () => string
}) {
  return (
    <IconButton
      label="Download CSV"
      icon={Download}
      disabled={props.isMasked}
      onClick={() => downloadCsv(`${props.name}.csv`, props.makeCsv())}
    />
  )
}
