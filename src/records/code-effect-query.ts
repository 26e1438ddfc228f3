import { queryOptions } from '@tanstack/react-query'
import { queryOf } from '#src/api/http.ts'
import { deviceZone } from '#src/domain/time/zone.ts'
import { codeEffectCalls } from '#src/wire/code-effects.ts'

const { getCodeEffect } = codeEffectCalls

/** What the page of a bonus code shows; its days are those of the device's time zone. */
export function codeEffectQuery(params: { project_id: string; id: string }) {
  return queryOptions({
    ...queryOf(getCodeEffect, { params, query: { tz: deviceZone() } }),
    staleTime: 0,
    meta: { keep: getCodeEffect.response },
  })
}
