import { labelOf, readingsOf } from '#src/domain/sale/import-columns.ts'
import { usePrivacy } from '#src/state/privacy.ts'
import { Segmented } from '#src/ui/controls/Segmented.tsx'
import { Panel } from '#src/ui/lists/Panel.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { CellReading, Import, ImportReading } from '#src/wire/imports.ts'
import { describeReading, isMoney, READING_LABELS } from './import-text.ts'

const Row = styled('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 8px 16px;
  align-items: center;
  justify-content: space-between;
  min-height: 44px;
  padding: 8px 20px;
  border-top: 1px solid var(--line);
  & > p {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & > p > span {
    display: block;
    font: var(--t-small);
    color: var(--text-3);
  }
  ${MOBILE} {
    padding: 8px 16px;
  }
`

/** Which of two numbers or days the ambiguous cells of each column are. A person chooses once for all. */
export function ReadingsBox(props: {
  file: Import
  readings: readonly ImportReading[]
  /** Null while nothing can be changed. */
  onChange: ((field: string, reading: CellReading) => void) | null
}) {
  const { file, readings, onChange } = props
  const privacy = usePrivacy()
  return (
    <Panel title="Cells that can mean two things">
      {readings.map(({ field, cell, reading }) => {
        const at = file.columns.indexOf(field)
        const column = file.header?.[at] || labelOf(file.kind, field)
        const isMasked = privacy && isMoney(field)
        return (
          <Row key={field}>
            <p>
              {isMasked ? (
                <>
                  Amounts in the column <bdi>{column}</bdi> have:
                </>
              ) : (
                <>
                  In this file <bdi className="mono">{cell}</bdi> is:
                </>
              )}
              <span>
                {reading === null
                  ? `Choose once for the column ${column}.`
                  : `All cells of the column ${column} are read in this way.`}
              </span>
            </p>
            <Segmented
              label={`How ${isMasked ? column : cell} is read`}
              options={readingsOf(field).map((value) => ({
                value,
                label: isMasked ? READING_LABELS[value] : describeReading(cell, value),
              }))}
              value={reading}
              disabled={onChange === null}
              onChange={(next) => onChange?.(field, next)}
            />
          </Row>
        )
      })}
    </Panel>
  )
}
