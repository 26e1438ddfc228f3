import { createServer } from 'node:net'
import { bootServer, type Server } from './boot.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD, type DemoAccount } from './demo/accounts.ts'
import { SettingsError } from './faults.ts'
import { readSettings, type Settings } from './settings.ts'

const SHUTDOWN_LIMIT_MS = 10_000
const SIGNALS = ['SIGINT', 'SIGTERM'] as const

const say = (line: string) => console.log(line)

try {
  const settings = readSettings(process.env)
  // Before anything is opened or filled: this is the commonest thing to be wrong.
  await requireFreePort(settings)
  // Nothing is served yet, and what the database hasn't committed it takes back.
  const quit = () => process.exit(0)
  for (const signal of SIGNALS) process.on(signal, quit)
  const server = await bootServer(settings, say)
  for (const signal of SIGNALS) process.off(signal, quit)
  stopOnSignals(server)
  await server.app.listen({ port: settings.port, host: settings.host }).catch((error: unknown) => {
    throw asPortFault(error, settings)
  })
  greet(server, settings)
} catch (error) {
  if (error instanceof SettingsError) console.error(error.message)
  else console.error(error)
  process.exit(1)
}

function greet(server: Server, settings: Settings): void {
  const address = server.app.server.address()
  const port = typeof address === 'object' ? (address?.port ?? settings.port) : settings.port
  const shown = settings.publicUrl.replace(/:0$/, `:${port}`)
  if (server.isDemo) {
    say('')
    say(`Demo accounts, password ${DEMO_PASSWORD}:`)
    for (const account of DEMO_ACCOUNTS) say(`  ${account.email.padEnd(27)} ${describe(account)}`)
  }
  say('')
  say(`Saleroom is ready: ${shown}`)
}

function describe({ role, projects, isVerified, mustReset }: DemoAccount): string {
  const sees = role === 'admin' ? 'every project' : projects.join(', ')
  const must = [
    ...(isVerified ? [] : ['e-mail not verified']),
    ...(mustReset ? ['must change the password'] : []),
  ]
  return [role, sees, ...must].join('; ')
}

/** Ctrl-C and SIGTERM: requests in flight are answered, the database is closed, then it ends with 0. */
function stopOnSignals({ app, close }: Server): void {
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    say('Stopping ...')
    const limit = setTimeout(() => app.server.closeAllConnections(), SHUTDOWN_LIMIT_MS)
    close().then(
      () => {
        clearTimeout(limit)
        process.exit(0)
      },
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of SIGNALS) process.on(signal, stop)
}

function requireFreePort(settings: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject(asPortFault(error, settings)))
    probe.listen(settings.port, settings.host, () => probe.close(() => resolve()))
  })
}

function asPortFault(error: unknown, { port, host }: Settings): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return new SettingsError(`Port ${port} is taken on ${host}. Set PORT to another one.`)
  if (code === 'EACCES')
    return new SettingsError(
      `Port ${port} may not be opened by this user. Set PORT to another one.`,
    )
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new SettingsError(`HOST ${host} is no address of this machine.`)
  return error
}
