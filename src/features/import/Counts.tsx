import { formatCount } from '#src/domain/money/money.ts'
import { mask } from '#src/domain/text/mask.ts'
import { usePrivacy } from '#src/state/privacy.ts'
import { Figure } from '#src/ui/text/Figure.tsx'
import { Mask } from '#src/ui/text/Mask.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { Import, ImportRefusal } from '#src/wire/imports.ts'
import { formatRows, formatSum, isMoney } from './import-text.ts'

const Grid = styled('div')`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: 16px;
  padding: 0 20px 16px;
  & > div {
    display: grid;
    align-content: start;
    padding-left: 16px;
    border-left: 1px solid var(--line-strong);
  }
  & > div:first-child {
    padding-left: 0;
    border: 0;
  }
  & small {
    font: var(--t-small);
    color: var(--text-2);
  }
  ${MOBILE} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    padding: 0 16px 16px;
    & > div:nth-child(odd) {
      padding-left: 0;
      border: 0;
    }
  }
`
const Warning = styled('span')<{ $isOn: boolean }>`
  & > span {
    ${(p) => (p.$isOn ? 'color: var(--warning);' : '')}
  }
`
const Line = styled('p')`
  padding: 12px 20px;
  border-top: 1px solid var(--line);
  font: var(--t-small);
  color: var(--text-2);
  & > b {
    font-weight: 500;
    color: var(--warning);
  }
  ${MOBILE} {
    padding: 12px 16px;
  }
`
const Rows = styled('ul')`
  background: var(--bg);
  border-top: 1px solid var(--line);
  & > li {
    display: grid;
    grid-template-columns: 112px 128px minmax(0, 1fr) auto;
    gap: 4px 16px;
    padding: 10px 20px;
    overflow-wrap: anywhere;
    font-variant-numeric: tabular-nums;
  }
  & > li + li {
    border-top: 1px solid var(--line);
  }
  ${MOBILE} {
    & > li {
      grid-template-columns: minmax(0, 1fr) auto;
      padding: 10px 16px;
    }
    & > li > :nth-child(3) {
      grid-row: 2;
      grid-column: 1 / -1;
    }
    & > li > :nth-child(2) {
      grid-row: 3;
      grid-column: 1 / -1;
    }
  }
`

/** What a dry run would do, or what an import has done so far, with the reasons of refused rows. */
export function Counts({ file, taken }: { file: Import; taken: string }) {
  const privacy = usePrivacy()
  const warnings = file.warnings ?? []
  const warned = warnings.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <Grid>
        <div>
          <Figure size="figure" text={formatCount(file.taken)} />
          <small>{taken}</small>
        </div>
        <div>
          <Figure size="figure" text={formatCount(file.repeated)} />
          <small>are there already, skipped</small>
        </div>
        <div>
          <Warning $isOn={file.refused > 0}>
            <Figure size="figure" text={formatCount(file.refused)} />
          </Warning>
          <small>are refused</small>
        </div>
        {file.kind === 'transaction' && (
          <div>
            <Figure size="figure" isWrapped text={privacy ? mask('amount') : formatSum(file.usd)} />
            <small>USD of the taken rows</small>
          </div>
        )}
      </Grid>
      <Groups label="Refused rows" file={file} groups={file.refusals} isMasked={privacy} />
      {warned > 0 && (
        <Line>
          <b>
            {formatRows(warned)} {warned === 1 ? 'is' : 'are'} taken, and worth a look.
          </b>{' '}
          Is the amount in US dollars, and the decimal sign right?
        </Line>
      )}
      <Groups label="Rows with a warning" file={file} groups={warnings} isMasked={privacy} />
    </>
  )
}

/** Rows with the same column and reason: the first of their lines, and how many they are. */
function Groups(props: {
  label: string
  file: Import
  groups: readonly ImportRefusal[]
  isMasked: boolean
}) {
  const { label, file, groups, isMasked } = props
  if (groups.length === 0) return null
  return (
    <Rows aria-label={label}>
      {groups.map((group) => (
        <li key={`${group.column} ${group.reason}`}>
          <span className="t3">Line {formatCount(group.line)}</span>
          <span className="mono trunc" title={group.column}>
            {group.column}
          </span>
          <span>
            <Reason file={file} refusal={group} isMasked={isMasked} />
          </span>
          <span className="t3">{formatRows(group.count)}</span>
        </li>
      ))}
    </Rows>
  )
}

function Reason(props: { file: Import; refusal: ImportRefusal; isMasked: boolean }) {
  const { file, refusal, isMasked } = props
  const { value, reason, column } = refusal
  if (value === '') return reason
  const field = file.columns[file.header?.indexOf(column) ?? -1]
  if (isMasked && isMoney(field))
    return (
      <>
        <Mask blocks={5} />: {reason}
      </>
    )
  return (
    <>
      “<bdi>{value}</bdi>”: {reason}
    </>
  )
}
