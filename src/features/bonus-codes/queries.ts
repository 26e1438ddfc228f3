import { http } from '#src/api/http.ts'
import type { PagedListSource } from '#src/api/use-paged-list.ts'
import { bonusCodePageSchema, bonusCodeSchema, type BonusCode } from '#src/wire/bonus-codes.ts'

export const bonusCodeList: PagedListSource<BonusCode> = {
  resource: 'bonus-codes',
  path: '/bonus-codes',
  schema: bonusCodePageSchema,
  idOf: (row) => row.id,
}

export function disableBonusCode(code: BonusCode): Promise<BonusCode> {
  const [project, id] = [code.project_id, code.id].map(encodeURIComponent)
  return http.post(`/bonus-codes/${project}/${id}/disable`, undefined, bonusCodeSchema)
}
