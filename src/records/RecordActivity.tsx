import { Suspense } from 'react'
import type { AuditedRecord } from '#src/api/audit.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { SilentBoundary } from '#src/ui/SilentBoundary.tsx'

const RecordActivityPanel = lazyPart(
  () => import('./RecordActivityPanel.tsx'),
  'RecordActivityPanel',
)

/** The latest activity about a record, once it has loaded. A page without it stays as it is. */
export function RecordActivity(props: AuditedRecord) {
  return (
    <SilentBoundary>
      <Suspense fallback={null}>
        <RecordActivityPanel {...props} />
      </Suspense>
    </SilentBoundary>
  )
}
