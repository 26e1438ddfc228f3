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

export function disableBonusCode(code: BonusCode): Promise<BonusCode> {
  return send(bonusCodeCalls.disableBonusCode, {
    params: { project_id: code.project_id, id: code.id },
  })
}
