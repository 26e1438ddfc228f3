import { FileSpreadsheet } from 'lucide-react'
import { Button } from '#src/ui/controls/Button.tsx'
import { PanelBox } from '#src/ui/lists/Panel.tsx'
import { PanelRow } from '#src/ui/lists/PanelRow.tsx'
import { ProgressBar } from '#src/ui/ProgressBar.tsx'
import type { Import } from '#src/wire/imports.ts'
import { describeFile } from './import-text.ts'
import type { Upload } from './use-upload.ts'

/** The file of an import, how far its upload is, and the way to another one. */
export function FileCard(props: {
  file: Import
  upload: Upload
  isLocked: boolean
  onChooseAnother: () => void
}) {
  const { file, upload } = props
  return (
    <PanelBox aria-label="File">
      <PanelRow
        icon={FileSpreadsheet}
        title={file.name}
        isMain
        line={
          <>
            <small>{describeFile(file)}</small>
            {upload.is === 'sending' && <small>{describeUpload(upload.fraction)}</small>}
          </>
        }
      >
        {!props.isLocked && (
          <Button variant="ghost" onClick={props.onChooseAnother}>
            Choose another file
          </Button>
        )}
      </PanelRow>
      {upload.is === 'sending' && <ProgressBar label="Upload" value={upload.fraction} />}
    </PanelBox>
  )
}

const describeUpload = (fraction: number) => `Uploading, ${Math.floor(fraction * 100)}%`
