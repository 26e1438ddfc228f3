import { useSnapshot } from 'valtio'
import { formatInstant } from '#src/domain/sale/record-formats.ts'
import { shortAddress } from '#src/domain/text/text.ts'
import { TokenAmount } from '#src/records/cells/TokenAmount.tsx'
import { filters } from '#src/state/filters.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { CopyButton } from '#src/ui/controls/CopyButton.tsx'
import { ProgressBar } from '#src/ui/ProgressBar.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { AllocationList } from '#src/wire/allocation-lists.ts'
import { LIST_FILES } from './list-files.ts'
import {
  builtPart,
  builtText,
  failureText,
  STATE_TONES,
  stateText,
  walletsText,
  withdrawnParts,
} from './list-text.ts'
import type { ListFiles } from './use-list-files.ts'

const Name = styled('span')`
  display: flex;
  align-items: center;
  gap: 8px;
  font-weight: 500;
`

/** "List 2" with its state. */
export function ListName({ list }: { list: AllocationList }) {
  return (
    <Name className={list.state === 'withdrawn' ? 't2' : undefined}>
      List {list.number}
      <Badge tone={STATE_TONES[list.state]}>{stateText(list.state)}</Badge>
    </Name>
  )
}

/** The time of the list's snapshot. */
export const frozenAt = (list: AllocationList) => formatInstant(list.as_of)

/** The sum of the list. */
export function ListTokens(props: { list: AllocationList; unit?: string; isMasked: boolean }) {
  const { tokens } = props.list
  if (tokens === null) return null
  return <TokenAmount isFloored amount={tokens} unit={props.unit} isMasked={props.isMasked} />
}

/** "6,412 wallets" */
export function ListWallets({ list, isMasked }: { list: AllocationList; isMasked: boolean }) {
  if (list.wallets === null) return null
  return <Counted text={walletsText(list.wallets, isMasked)} />
}

/** A text that begins with a figure, which may be masked. */
function Counted({ text }: { text: string }) {
  const [figure = '', ...rest] = text.split(' ')
  return (
    <>
      <MaskableText text={figure} /> {rest.join(' ')}
    </>
  )
}

/** The root, shortened, and its copy. */
export function ListRoot({ list }: { list: AllocationList }) {
  if (list.root === null) return null
  return (
    <>
      <span className="mono t2" title={list.root}>
        {shortAddress(list.root)}
      </span>
      <CopyButton what={`root of list ${list.number}`} value={list.root} />
    </>
  )
}

const Progress = styled('span')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 16px;
  color: var(--text-2);
  font-variant-numeric: tabular-nums;
  & > :first-child {
    flex: none;
    width: 160px;
  }
`

/** In place of the sums of a list that has none: how far it is, or why it was not built. */
export function ListProgress({ list, isMasked }: { list: AllocationList; isMasked: boolean }) {
  if (list.state !== 'building') return <span className="t2">{failureText(list)}</span>
  return (
    <Progress>
      <ProgressBar label={`Building list ${list.number}`} value={builtPart(list)} isThick />
      <span>
        <BuiltText list={list} isMasked={isMasked} />
      </span>
    </Progress>
  )
}

/** "4,210 of 6,412 wallets" */
export function BuiltText({ list, isMasked }: { list: AllocationList; isMasked: boolean }) {
  const parts = builtText(list, isMasked).split(/(█+)/)
  // The parts of one text have no other key.
  return parts.map((part, at) => <MaskableText key={`${at} ${part}`} text={part} />)
}

/** When, by whom and why a list was withdrawn. */
export function WithdrawnText({ list }: { list: AllocationList }) {
  const { asOf } = useSnapshot(filters)
  const { start, by, end } = withdrawnParts(list, new Date(asOf))
  return (
    <>
      {start} <span className="t2">{by}</span>
      {end}
    </>
  )
}

const Running = styled('span')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 12px;
  font: var(--t-small);
  font-variant-numeric: tabular-nums;
  color: var(--text-2);
  ${MOBILE} {
    justify-content: space-between;
  }
`

/** The file that is being downloaded, how far it is, and its Cancel. */
export function RunningFile(props: {
  files: ListFiles
  /** The file's name stands above. */
  isUnnamed?: boolean
}) {
  const { files, isUnnamed = false } = props
  const { running } = files
  if (running === null) return null
  const { label = '' } = LIST_FILES.find(({ kind }) => kind === running.kind) ?? {}
  return (
    <Running>
      <span role="progressbar" aria-label="Download" aria-valuetext={running.text}>
        {isUnnamed ? '' : `${label}: `}
        {running.text}
      </span>
      <Button size="sm" aria-label="Cancel download" onClick={files.cancel}>
        Cancel
      </Button>
    </Running>
  )
}
