import { useQuery } from '@tanstack/react-query'
import { send } from '#src/api/http.ts'
import { formatInstant } from '#src/domain/sale/record-formats.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { useSession } from '#src/state/session.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Surface } from '#src/ui/Surface.ts'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { projectAdministrationCalls } from '#src/wire/project-administration.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { archivedQuery, CHANGED_BY_ARCHIVE } from './archived-projects.ts'

const Heading = styled('h2')`
  margin: 24px 0 12px;
  font: var(--t-title);
  color: var(--text-2);
`
const Row = styled('li')`
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 56px;
  padding: 8px 16px 8px 24px;
  & + & {
    border-top: 1px solid var(--line);
  }
  ${MOBILE} {
    padding: 8px 16px;
  }
`
const About = styled('div')`
  flex: 1;
  min-width: 0;
`

/** The archived projects below the others, each with a button that restores it. */
export function ArchivedProjects() {
  const { authorized } = useSession()
  const { data = [] } = useQuery({ ...archivedQuery, enabled: authorized })
  if (data.length === 0) return null
  return (
    <section aria-label="Archived projects">
      <Heading>Archived projects</Heading>
      <Surface as="ul">
        {data.map(({ id, archived_at }) => (
          <ArchivedProject key={id} id={id} archivedAt={archived_at} />
        ))}
      </Surface>
    </section>
  )
}

function ArchivedProject({ id, archivedAt }: { id: string; archivedAt: string }) {
  const isOnline = useOnline()
  const { write, isBusy } = useWrite({
    mutationFn: () => send(projectAdministrationCalls.restoreProject, { params: { id } }),
    meta: {
      success: `Restored ${id}`,
      failure: 'Error restoring the project',
      invalidates: CHANGED_BY_ARCHIVE,
    },
  })
  return (
    <Row>
      <About>
        <div className="trunc" title={id}>
          {id}
        </div>
        <div className="small t3">Archived {formatInstant(archivedAt)}</div>
      </About>
      <Button
        aria-label={`Restore ${id}`}
        isBusy={isBusy}
        busyLabel="Restoring"
        disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
        onClick={() => void write()}
      >
        Restore
      </Button>
    </Row>
  )
}
