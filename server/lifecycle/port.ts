import { createServer } from 'node:net'
import { SettingsError } from '#server/settings-error.ts'
import type { Settings } from '#server/settings.ts'

type Place = Pick<Settings, 'port' | 'host'>

/**
 * Looks whether the server could listen, before anything else is opened.
 * @throws SettingsError when the port is taken or may not be opened, or the host isn't here
 */
export function requireFreePort(place: Place): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject(asPortError(error, place)))
    probe.listen(place.port, place.host, () => probe.close(() => resolve()))
  })
}

/** An error of listening as a line for the operator; any other error as it is. */
export function asPortError(error: unknown, { port, host }: Place): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return new SettingsError(`Port ${port} is taken on ${host}. Set PORT to another one.`)
  if (code === 'EACCES')
    return new SettingsError(
      `Port ${port} may not be opened by this user. Set PORT to another one.`,
    )
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new SettingsError(
      `HOST ${host} is no address of this machine. Set it to one, or leave it out for 127.0.0.1.`,
    )
  return error
}
