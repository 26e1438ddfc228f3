/** A setting or environment with which the server cannot start. The message is for the operator. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}
