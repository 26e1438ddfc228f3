import { FileSpreadsheet } from 'lucide-react'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { ProgressBar } from '#src/ui/ProgressBar.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { Import } from '#src/wire/imports.ts'
import { describeFile } from './import-text.ts'
import { Box } from './parts.ts'
import type { Upload } from './use-upload.ts'

const Row = styled('div')`
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 56px;
  padding: 8px 20px;
  & > div {
    display: grid;
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & b {
    font-weight: 500;
  }
  & small {
    font: var(--t-small);
    color: var(--text-3);
    font-variant-numeric: tabular-nums;
  }
  ${MOBILE} {
    flex-wrap: wrap;
    padding: 8px 16px;
    & > button {
      flex: 1 1 100%;
    }
  }
`
const IconBox = styled('span')`
  display: grid;
  place-items: center;
  flex: none;
  width: 32px;
  height: 32px;
  background: var(--surface-2);
  border: 1px solid var(--line-strong);
  border-radius: var(--r-md);
  color: var(--text-2);
`

/** The file of an import, how far its upload is, and the way to another one. */
export function FileCard(props: {
  file: Import
  upload: Upload
  isLocked: boolean
  onChooseAnother: () => void
}) {
  const { file, upload } = props
  return (
    <Box aria-label="File">
      <Row>
        <IconBox>
          <Icon of={FileSpreadsheet} />
        </IconBox>
        <div>
          <b className="trunc" title={file.name}>
            {file.name}
          </b>
          <small>{describeFile(file)}</small>
          {upload.is === 'sending' && <small>{describeUpload(upload.fraction)}</small>}
        </div>
        {!props.isLocked && (
          <Button variant="ghost" onClick={props.onChooseAnother}>
            Choose another file
          </Button>
        )}
      </Row>
      {upload.is === 'sending' && <ProgressBar label="Upload" value={upload.fraction} />}
    </Box>
  )
}

const describeUpload = (fraction: number) => `Uploading, ${Math.floor(fraction * 100)}%`
