import { http } from '#src/api/http.ts'
import type { PagedListSource } from '#src/records/use-paged-list.ts'
import { bonusCodePageSchema, bonusCodeSchema, type BonusCode } from '#src/wire/bonus-codes.ts'
import { isActive } from './code-state.ts'

export const bonusCodeList: PagedListSource<BonusCode> = {
  resource: 'bonus-codes',
  path: '/bonus-codes',
  schema: bonusCodePageSchema,
  idOf: (row) => row.id,
  // Disabled, ended or used up. What is inactive stays so.
  hasLeft: (row, { active }) => active === true && !isActive(row, new Date()),
}

export function disableBonusCode(code: BonusCode): Promise<BonusCode> {
  const [project, id] = [code.project_id, code.id].map(encodeURIComponent)
  return http.post(`/bonus-codes/${project}/${id}/disable`, undefined, bonusCodeSchema)
}
