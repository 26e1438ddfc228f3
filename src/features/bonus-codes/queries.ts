import { send } from '#src/api/http.ts'
import { isActive } from '#src/domain/sale/code-state.ts'
import type { PagedListSource } from '#src/records/list/use-paged-list.ts'
import { bonusCodeCalls, type BonusCode } from '#src/wire/bonus-codes.ts'

export const bonusCodeList: PagedListSource<BonusCode> = {
  call: bonusCodeCalls.listBonusCodes,
  idOf: (row) => row.id,
  // Disabled, ended or used up: an inactive code never becomes active again.
  hasLeft: (row, { active }) => active === true && !isActive(row, new Date()),
}

/** One code as a row of its list; undefined for one that is not there any more. */
export async function findCode(projectId: string, id: string): Promise<BonusCode | undefined> {
  const query = {
    id,
    projects: [projectId],
    page: 1,
    limit: 1,
    sort: 'created_at' as const,
    order: 'desc' as const,
  }
  const { results } = await send(bonusCodeCalls.listBonusCodes, { query })
  return results[0]
}

export function disableBonusCode(code: BonusCode): Promise<BonusCode> {
  return send(bonusCodeCalls.disableBonusCode, {
    params: { project_id: code.project_id, id: code.id },
  })
}
