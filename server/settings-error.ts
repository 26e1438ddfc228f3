/** A setting or a surrounding that the server can't start with: one clear line for the operator. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}
