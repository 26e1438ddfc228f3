import { AccountError } from '#server/admin/accounts.ts'
import { conflict, invalidInput } from '#server/http/errors.ts'

/**
 * Answers a refused change of an account.
 * @param field the field of the body that has the role or the projects, if it has another name
 * @throws HttpError 400 at the invalid field, 409 for a conflict
 */
export async function answerRefusal<Result>(
  work: () => Promise<Result>,
  field?: string,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AccountError)) throw error
    throw error.field === null
      ? conflict(error.message)
      : invalidInput(`body.${field ?? error.field}`, error.message)
  }
}
