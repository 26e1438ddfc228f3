import { createServer } from 'node:net'
import { SettingsError } from '#server/settings-error.ts'
import type { Settings } from '#server/settings.ts'

type Endpoint = Pick<Settings, 'port' | 'host'>
type Variable = 'PORT' | 'SALEROOM_METRICS_PORT'

/**
 * Checks that the server can listen, before anything else is opened.
 * @throws SettingsError when the port is in use or not permitted, or the host is not local
 */
export function requireFreePort(endpoint: Endpoint, variable: Variable = 'PORT'): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject(asPortError(error, endpoint, variable)))
    probe.listen(endpoint.port, endpoint.host, () => probe.close(() => resolve()))
  })
}

/** An error of `listen` as a SettingsError for the operator; any other error unchanged. */
export function asPortError(
  error: unknown,
  { port, host }: Endpoint,
  variable: Variable = 'PORT',
): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return new SettingsError(
      `Port ${port} is already in use on ${host}. Set ${variable} to another one.`,
    )
  if (code === 'EACCES')
    return new SettingsError(`This user may not open port ${port}. Set ${variable} to another one.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new SettingsError(
      `HOST ${host} is not an address of this machine. Set it to one, or omit it for 127.0.0.1.`,
    )
  return error
}
