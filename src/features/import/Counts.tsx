import { useSnapshot } from 'valtio'
import { formatCount } from '#src/domain/money/money.ts'
import { mask } from '#src/domain/text/mask.ts'
import { filters } from '#src/state/filters.ts'
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
  const { privacy } = useSnapshot(filters)
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
      {file.refusals.length > 0 && (
        <Rows aria-label="Refused rows">
          {file.refusals.map((refusal) => (
            <li key={`${refusal.column} ${refusal.reason}`}>
              <span className="t3">Line {formatCount(refusal.line)}</span>
              <span className="mono trunc" title={refusal.column}>
                {refusal.column}
              </span>
              <span>
                <Reason file={file} refusal={refusal} isMasked={privacy} />
              </span>
              <span className="t3">{formatRows(refusal.count)}</span>
            </li>
          ))}
        </Rows>
      )}
    </>
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
