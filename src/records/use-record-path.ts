import { useLocation } from 'wouter'
import { pathSegments } from '#src/domain/page-path.ts'

/**
 * The project and the id in the path of a record's page, such as `/users/AURA/0x…`. They are read
 * from the location: wouter's path is decoded, so a name with a percent sign would be decoded twice.
 */
export function useRecordPath(): { projectId: string; id: string } {
  // Renders again on navigation.
  useLocation()
  const [, projectId = '', id = ''] = pathSegments(globalThis.location.pathname)
  return { projectId, id }
}
