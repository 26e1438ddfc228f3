/** The SQLSTATE of a database error, the code of one of the system (`ENOSPC`), undefined for any other. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
