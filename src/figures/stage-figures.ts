import { queryOptions } from '@tanstack/react-query'
import { queryOf } from '#src/api/http.ts'
import { deviceZone } from '#src/domain/time/zone.ts'
import { apiAddress, fillPath } from '#src/session/address.ts'
import { stageCalls, type PaceDays } from '#src/wire/stages.ts'

const { sumStages } = stageCalls

/**
 * Plan and sales of these projects side by side, of all time, in the device's zone.
 * @param days the completed days that pace and forecasts look at
 */
export function stagesQuery(projects: readonly string[], days: PaceDays) {
  const query = { projects: projects.toSorted(), tz: deviceZone(), days }
  return queryOptions({
    ...queryOf(sumStages, { query }),
    meta: { keep: sumStages.response },
  })
}

/** The whole address at which any site reads the public progress of a project. */
export function publicProgressAddress(projectId: string): string {
  const path = fillPath(stageCalls.getPublicProgress.path, { id: projectId })
  return new URL(apiAddress(path), globalThis.location.origin).href
}
