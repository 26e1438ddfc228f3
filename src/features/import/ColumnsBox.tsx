import {
  describeAssumptions,
  IMPORT_FIELDS,
  validateColumns,
} from '#src/domain/sale/import-columns.ts'
import { usePrivacy } from '#src/state/privacy.ts'
import { Select } from '#src/ui/controls/Select.tsx'
import { Panel } from '#src/ui/lists/Panel.tsx'
import { Mask } from '#src/ui/text/Mask.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import type { Import } from '#src/wire/imports.ts'
import { isMoney, shortCell } from './import-text.ts'

const NOT_IMPORTED = ''

const Table = styled('div')`
  & > div {
    display: grid;
    grid-template-columns: 168px 192px repeat(3, minmax(72px, 1fr));
    align-items: center;
    column-gap: 16px;
    min-height: 44px;
    padding: 0 20px;
    border-top: 1px solid var(--line);
  }
  & > div:first-child {
    min-height: 40px;
    border-top: 0;
    color: var(--text-3);
    font: var(--t-small);
    font-weight: 500;
  }
  & > div > * {
    min-width: 0;
  }
  /* The select aligns with the text of the header. */
  & [role='cell'] > button {
    width: calc(100% + 10px);
    margin-left: -10px;
    background: none;
    border-color: transparent;
  }
  & [role='cell'] > button:is(:hover, [aria-expanded='true']) {
    border-color: var(--line-control);
  }
  @media (max-width: 1199px) {
    & > div {
      grid-template-columns: minmax(96px, 1fr) minmax(152px, 1.2fr) minmax(72px, 1fr);
    }
    & > div > :nth-child(n + 4) {
      display: none;
    }
  }
  ${MOBILE} {
    & > div {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1.2fr);
      row-gap: 2px;
      padding: 8px 16px;
    }
    & > div > :nth-child(3) {
      grid-row: 2;
    }
    & > div:first-child > :nth-child(3) {
      display: none;
    }
    & [role='cell']:nth-child(2) {
      grid-row: 1 / span 2;
      grid-column: 2;
    }
  }
`
const Notes = styled('div')`
  display: grid;
  gap: 4px;
  padding: 12px 20px;
  border-top: 1px solid var(--line);
  font: var(--t-small);
  color: var(--text-3);
  ${MOBILE} {
    padding: 12px 16px;
  }
`

/** What each column of the file becomes, with the first rows. */
export function ColumnsBox(props: {
  file: Import
  columns: Import['columns']
  /** Null while columns can't be changed. */
  onChange: ((columns: Import['columns']) => void) | null
}) {
  const { file, columns, onChange } = props
  const { kind, sample } = file
  const header = file.header ?? []
  const isMasked = usePrivacy()
  const isMobile = useIsMobile()
  const used = columns.filter((name) => name !== null)
  const problem = validateColumns(kind, columns)
  const rows = sample.map((_row, at) => `Row ${at + 1}`)
  const optionsOf = (at: number) => [
    { value: NOT_IMPORTED, label: 'Not imported' },
    ...IMPORT_FIELDS[kind].map(({ name, label }) => {
      const other = columns.findIndex((one, n) => one === name && n !== at)
      return {
        value: name,
        label,
        disabledReason: other === -1 ? undefined : `The column ${header[other] ?? ''} becomes it`,
      }
    }),
  ]
  return (
    <Panel
      title="Columns"
      end={
        <span>
          {used.length} of {header.length} recognised
          {isMobile ? '' : ', first rows at the right'}
        </span>
      }
    >
      <Table role="table" aria-label="Columns">
        <div role="row">
          <span role="columnheader">In the file</span>
          <span role="columnheader">Becomes</span>
          {rows.map((row) => (
            <span key={row} role="columnheader">
              {row}
            </span>
          ))}
        </div>
        {header.map((name, at) => {
          const field = columns[at] ?? null
          return (
            // Two columns may have the same name.
            <div key={`${at} ${name}`} role="row">
              <span role="rowheader" className="mono trunc" title={name}>
                {name || `Column ${at + 1}`}
              </span>
              <span role="cell">
                <Select
                  label={`Column ${name || at + 1} becomes`}
                  size="sm"
                  options={optionsOf(at)}
                  value={field ?? NOT_IMPORTED}
                  disabled={onChange === null}
                  {...(field === null
                    ? { renderValue: <span className="t3">Not imported</span> }
                    : {})}
                  onChange={(next) =>
                    onChange?.(columns.map((each, place) => (place === at ? next || null : each)))
                  }
                />
              </span>
              {rows.map((row, n) => {
                const cell = sample[n]?.[at] ?? ''
                return (
                  <span key={row} role="cell" className={`mono trunc ${cell ? 't2' : 't3'}`}>
                    {isMasked && isMoney(field) ? <Mask blocks={5} /> : shortCell(cell) || 'None'}
                  </span>
                )
              })}
            </div>
          )
        })}
      </Table>
      <Notes>
        {problem === null ? (
          describeAssumptions(kind, columns).map((text) => <p key={text}>{text}</p>)
        ) : (
          <p style={{ color: 'var(--warning)' }}>{problem}.</p>
        )}
        <p>Times without an offset are UTC.</p>
      </Notes>
    </Panel>
  )
}
