import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Surface } from '#src/ui/Surface.ts'
import type { TableColumn } from './table-columns.ts'
import { TableRowPlaceholder } from './Table.tsx'

/** Stands for a row that is loading. */
export function RowSkeleton({ columns }: { columns: readonly TableColumn[] }) {
  return (
    <TableRowPlaceholder
      columns={columns}
      renderPlaceholder={(column) => (column.isLabelHidden ? null : <Skeleton width="64%" />)}
    />
  )
}

/** Stands for a card that is loading. */
export function CardSkeleton() {
  return (
    <Surface aria-hidden style={{ display: 'grid', gap: 12, padding: 16, marginBottom: 12 }}>
      <Skeleton width="40%" />
      <Skeleton width="56%" height={24} />
      <Skeleton width="80%" />
      <Skeleton width="48%" />
    </Surface>
  )
}
