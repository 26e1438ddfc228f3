/** What a log line says of something that was thrown, which may not be an `Error`. */
export function messageOf(error: unknown): string {
  // A host with several addresses fails with an AggregateError, whose own message is empty.
  if (error instanceof AggregateError && error.message === '') return messageOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}
