import { CircleCheck, Download } from 'lucide-react'
import { isZeroDecimal } from '#src/domain/money/decimals.ts'
import { formatDecimal, formatLatest } from '#src/domain/sale/record-formats.ts'
import { mask } from '#src/domain/text/mask.ts'
import { uncapitalize } from '#src/domain/text/text.ts'
import { RunningFile } from '#src/features/allocations/lists/list-cells.tsx'
import { LIST_FILES, type FileDescription } from '#src/features/allocations/lists/list-files.ts'
import { walletsText } from '#src/features/allocations/lists/list-text.ts'
import type { ListFiles } from '#src/features/allocations/lists/use-list-files.ts'
import { owedText } from '#src/features/allocations/owed-text.ts'
import { serverNow } from '#src/state/clock.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { CopyButton } from '#src/ui/controls/CopyButton.tsx'
import { IconBox } from '#src/ui/controls/IconBox.tsx'
import { GroupFrame, GroupLabel } from '#src/ui/fields/LabelledGroup.tsx'
import { SumList, SumRow } from '#src/ui/lists/SumList.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Mask, MaskableText } from '#src/ui/text/Mask.tsx'
import { MaskedSentence } from '#src/ui/text/MaskedSentence.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import type { AllocationList } from '#src/wire/allocation-lists.ts'

const HashBox = styled('div')`
  display: flex;
  align-items: center;
  gap: 8px;
  min-width: 0;
  padding: 8px 8px 8px 12px;
  background: var(--bg);
  border: 1px solid var(--line);
  border-radius: var(--r-md);
  & > code {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
    font: var(--t-code);
    user-select: all;
  }
  ${MOBILE} {
    padding-block: 4px;
    padding-right: 4px;
  }
`
const Hint = styled('span')`
  font: var(--t-small);
  color: var(--text-3);
`
const Files = styled('ul')`
  border: 1px solid var(--line);
  border-radius: var(--r-md);
  background: var(--bg);
`
const FileRow = styled('li')`
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 52px;
  padding: 6px 12px;
  &:not(:first-child) {
    border-top: 1px solid var(--line);
  }
  & > .text {
    display: grid;
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & small {
    font: var(--t-small);
    color: var(--text-3);
  }
`

/** A hash in full, with its copy. */
function Hash(props: { label: string; what: string; value: string; hint?: string }) {
  return (
    <GroupFrame>
      <GroupLabel>{props.label}</GroupLabel>
      <HashBox>
        <code>{props.value}</code>
        <CopyButton what={props.what} value={props.value} size="sm" />
      </HashBox>
      {props.hint !== undefined && <Hint>{props.hint}</Hint>}
    </GroupFrame>
  )
}

/** What a list that is ready holds, how to check it, and its files. */
export function ReadyList(props: { list: AllocationList; files: ListFiles; isMasked: boolean }) {
  const { list, files, isMasked } = props
  const { wallets, tokens, units, dust, root, sha256 } = list
  const at = formatLatest(list.as_of, new Date(serverNow()))
  return (
    <>
      <Notice icon={CircleCheck} tone="ok">
        <b>List {list.number} is ready.</b>{' '}
        <MaskedSentence
          text={`${walletsText(wallets ?? 0, isMasked)}, ${owedText(tokens ?? '0', isMasked)} ${list.project_id}, as of ${at}.`}
        />
      </Notice>
      {root !== null && (
        <Hash
          label="Merkle root"
          what="Merkle root"
          value={root}
          hint="Everyone who builds the tree from the file gets this root."
        />
      )}
      {sha256 !== null && (
        <Hash label="SHA-256 of the smallest units CSV" what="SHA-256" value={sha256} />
      )}
      <SumList>
        <SumRow label="In smallest units">
          <span className="mono">
            {isMasked ? <Mask blocks={mask('amount').length} /> : (units ?? '0')}
          </span>
        </SumRow>
        <SumRow label="Lost by rounding down">
          {dust === null || isZeroDecimal(dust) ? (
            'None'
          ) : (
            <MaskableText
              text={isMasked ? mask('amount') : `${formatDecimal(dust, 2)} ${list.project_id}`}
            />
          )}
        </SumRow>
      </SumList>
      <Files>
        {LIST_FILES.map((file) => (
          <File key={file.kind} file={file} list={list} files={files} />
        ))}
      </Files>
    </>
  )
}

function File(props: { file: FileDescription; list: AllocationList; files: ListFiles }) {
  const { file, list, files } = props
  const isMobile = useIsMobile()
  const isRunning = files.running?.kind === file.kind
  // "Download smallest units CSV", but a name stays as it is: "Download Safe airdrop CSV".
  const name =
    file.kind === 'units' || file.kind === 'tokens' ? uncapitalize(file.label) : file.label
  return (
    <FileRow>
      <IconBox of={file.icon} />
      <span className="text">
        <span>{file.label}</span>
        {!isRunning && <small>{file.line(list.project_id)}</small>}
        {isRunning && <RunningFile files={files} isUnnamed />}
      </span>
      {!isRunning && (
        <Button
          size="sm"
          icon={Download}
          aria-label={`Download ${name}`}
          disabledReason={files.refusal}
          onClick={() => files.request(list, file.kind)}
        >
          {isMobile ? null : 'Download'}
        </Button>
      )}
    </FileRow>
  )
}
