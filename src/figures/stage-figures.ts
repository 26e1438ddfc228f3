import { queryOptions } from '@tanstack/react-query'
import { queryOf } from '#src/api/http.ts'
import { deviceZone } from '#src/domain/time/zone.ts'
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
