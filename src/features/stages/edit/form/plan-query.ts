import { queryOptions } from '@tanstack/react-query'
import { queryOf } from '#src/api/http.ts'
import { stageCalls } from '#src/wire/stages.ts'

/** The planned stages and caps of a project. Like all settings, they are never stored on the device. */
export const planQuery = (projectId: string) =>
  queryOptions(queryOf(stageCalls.getStagePlan, { params: { id: projectId } }))
