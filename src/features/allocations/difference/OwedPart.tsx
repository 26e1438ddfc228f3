import { Download } from 'lucide-react'
import { useId, useState } from 'react'
import { figureFormat } from '#src/domain/text/mask.ts'
import { LIST_FILES } from '#src/features/allocations/lists/list-files.ts'
import { SafeAirdropDialog } from '#src/features/allocations/lists/SafeAirdropDialog.tsx'
import { PRIVACY_REFUSAL } from '#src/records/cells/privacy-refusal.ts'
import { TokenAmount } from '#src/records/cells/TokenAmount.tsx'
import { progressText } from '#src/records/head/file-progress.ts'
import { useListDownload } from '#src/records/head/use-list-download.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { ActionMenu } from '#src/ui/controls/ActionMenu.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { Surface } from '#src/ui/Surface.ts'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import {
  allocationListCalls,
  type AllocationDifference,
  type AllocationFormat,
  type AllocationList,
  type DifferencePart,
} from '#src/wire/allocation-lists.ts'
import { describePart, fileName } from './difference-text.ts'

const { exportAllocationDifference } = allocationListCalls

const Root = styled(Surface)`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 4px 16px;
  align-items: start;
  align-content: start;
  padding: 15px 19px;
  & > h2 {
    font: var(--t-title);
    letter-spacing: -0.006em;
  }
  & > :is(div, p) {
    grid-column: 1 / -1;
  }
  & > p {
    color: var(--text-3);
    font: var(--t-small);
  }
  ${MOBILE} {
    padding: 15px;
  }
`
const Sum = styled('div')<{ $sign: string }>`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0 12px;
  margin-top: 4px;
  & b {
    font-weight: 500;
    color: var(--text-1);
  }
  & > .sign {
    margin-right: -12px;
    font: var(--t-figure);
    color: var(--${(p) => p.$sign});
  }
`
const Running = styled('div')`
  display: flex;
  align-items: center;
  gap: 12px;
  font: var(--t-small);
  font-variant-numeric: tabular-nums;
`

const FORMATS = LIST_FILES.flatMap(({ kind, ...item }) =>
  kind === 'tree' ? [] : [{ format: kind, ...item }],
)

/** `more` or `less` of a difference: its sum, how many wallets, and its own file. */
export function OwedPart(props: {
  part: DifferencePart
  from: AllocationList
  /** Undefined for the present state. */
  to: AllocationList | undefined
  sum: AllocationDifference['more']
  isMasked: boolean
}) {
  const { part, from, to, sum, isMasked } = props
  const titleId = useId()
  const isOnline = useOnline()
  const { progress, start, cancel } = useListDownload()
  const [isSafe, setSafe] = useState(false)
  const nothing = sum.wallets === 0 ? `No wallet is owed ${part}.` : undefined
  const refusal = isMasked ? PRIVACY_REFUSAL : isOnline ? nothing : OFFLINE_REFUSAL
  const label = `Download CSV of owed ${part}`
  const button = (
    <Button
      size="sm"
      icon={Download}
      aria-label={label}
      disabledReason={refusal}
      isBusy={progress !== null}
    >
      Download CSV
    </Button>
  )
  const download = (format: AllocationFormat, tokenAddress?: string) =>
    start({
      name: fileName(from, to, part, format),
      isExact: true,
      fetch: (fetchFile) =>
        fetchFile(exportAllocationDifference, {
          params: { id: from.id },
          query: {
            part,
            format,
            ...(to === undefined ? {} : { to: to.id }),
            ...(tokenAddress === undefined ? {} : { token_address: tokenAddress }),
          },
        }),
    })
  const files = FORMATS.map(({ format, label: name, icon, note }) => ({
    label: name,
    icon,
    note,
    onSelect: () => (format === 'safe' ? setSafe(true) : download(format)),
  }))
  return (
    <Root aria-labelledby={titleId}>
      <h2 id={titleId}>Owed {part}</h2>
      {refusal === undefined && progress === null ? (
        <ActionMenu label={label} actions={files} button={button} />
      ) : (
        button
      )}
      <Sum $sign={part === 'more' ? 'positive' : 'negative'}>
        {sum.wallets > 0 && !isMasked && (
          <span className="sign">{part === 'more' ? '+' : '−'}</span>
        )}
        <TokenAmount amount={sum.tokens} isMasked={isMasked} isFloored size="figure" />
        <span className="t2">
          <b>
            <MaskableText text={figureFormat(isMasked).count(sum.wallets)} />
          </b>{' '}
          {sum.wallets === 1 && !isMasked ? 'wallet' : 'wallets'}
        </span>
      </Sum>
      {progress && (
        <Running>
          <span role="progressbar" aria-label="Download">
            {progressText(progress)}
          </span>
          <Button size="sm" variant="ghost" onClick={cancel}>
            Cancel
          </Button>
        </Running>
      )}
      <p>{describePart(part, from)}</p>
      {isSafe && (
        <SafeAirdropDialog
          disabledReason={refusal}
          onDownload={(address) => {
            setSafe(false)
            download('safe', address)
          }}
          onClose={() => setSafe(false)}
        />
      )}
    </Root>
  )
}
