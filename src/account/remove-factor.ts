import { refetchUser } from '#src/api/change-user.ts'
import { send } from '#src/api/http.ts'
import { factorCalls, type FactorList } from '#src/wire/factors.ts'

const isLast = ({ factors }: FactorList) => factors.length === 1

/** Removes a factor of the list. */
export async function removeFactor(list: FactorList, id: string): Promise<true> {
  await send(factorCalls.deleteFactor, { params: { id } })
  // Their role may need one: the router then leads to the page where another is added.
  if (isLast(list)) void refetchUser()
  return true
}

/** What else the removal of a factor of the list has as a consequence, after a space; '' if nothing. */
export function describeRemoval(list: FactorList): string {
  if (!isLast(list)) return ''
  const codes = list.recovery_codes_left > 0 ? ' Your recovery codes end with it.' : ''
  return list.is_required === 1
    ? `${codes} Your role needs a second factor. You will have to add another one before you can go on.`
    : codes
}
