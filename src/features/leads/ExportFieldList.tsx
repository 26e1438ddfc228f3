import { CheckField } from '#src/ui/fields/CheckField.tsx'
import { SortableList } from '#src/ui/lists/SortableList.tsx'
import { styled } from '#src/ui/theme.ts'
import { exportFields, type ExportField } from './export-fields.ts'

const Box = styled('div')`
  background: var(--surface-2);
  border: 1px solid var(--line-control);
  border-radius: var(--r-md);
`
const Row = styled('div')<{ $isFirst: boolean }>`
  display: flex;
  align-items: center;
  gap: 12px;
  height: 44px;
  padding: 0 12px 0 4px;
  ${(p) => (p.$isFirst ? '' : 'border-top: 1px solid var(--line-strong);')}
`
const Place = styled('span')`
  flex: none;
  font: var(--t-small);
  color: var(--text-3);
`

/** The fields of the export, which can be switched off and sorted by drag or arrow keys. */
export function ExportFieldList(props: {
  list: readonly ExportField[]
  onChange: (list: readonly ExportField[]) => void
}) {
  const { list, onChange } = props
  const columns = exportFields(list)
  return (
    <Box>
      <SortableList
        items={list}
        keyOf={(field) => field.name}
        nameOf={(field) => field.label}
        onReorder={onChange}
        renderItem={(field, handle, index) => (
          <Row $isFirst={index === 0}>
            {handle}
            <CheckField
              label={field.label}
              checked={field.isOn}
              onChange={(isOn) =>
                onChange(list.map((each) => (each === field ? { ...each, isOn } : each)))
              }
            />
            <Place className="num">
              {field.isOn ? `Column ${columns.indexOf(field.name) + 1}` : 'Left out'}
            </Place>
          </Row>
        )}
      />
    </Box>
  )
}
