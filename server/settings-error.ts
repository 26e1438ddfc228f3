/** A setting or a surrounding that the server can't start with: one clear line for the operator. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

/** What is wrong with the words of a command, above how it is used. */
export function misused(what: string, usage: string): SettingsError {
  return new SettingsError(`${what}\n${usage}`)
}
