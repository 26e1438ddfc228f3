import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { buildFolder } from './e2e-server.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const trials = path.join(root, 'dist', 'trials')
const run = promisify(execFile)

/** A copy of the built program whose app can be replaced, as a deployment does. */
export interface Deployment {
  /** Its folder, for startServer. */
  folder: string
  /** Builds the app as another version and replaces the present one. */
  deploy(env: Record<string, string>): Promise<void>
  discard(): Promise<void>
}

/** Inside dist, so that Node still resolves the packages. */
export async function newDeployment(): Promise<Deployment> {
  await mkdir(trials, { recursive: true })
  const folder = await mkdtemp(path.join(trials, 'run-'))
  const client = path.join(folder, 'client')
  await cp(path.join(buildFolder(), 'server'), path.join(folder, 'server'), { recursive: true })
  await cp(path.join(buildFolder(), 'client'), client, { recursive: true })
  return {
    folder,
    async deploy(env) {
      const next = path.join(folder, 'next')
      const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
      await run(process.execPath, [vite, 'build', '--outDir', next, '--logLevel', 'error'], {
        cwd: root,
        env: { ...process.env, NODE_ENV: 'production', ...env },
      })
      await rm(path.join(next, '.vite'), { recursive: true, force: true })
      await rm(client, { recursive: true })
      await rename(next, client)
    },
    discard: () => rm(folder, { recursive: true, force: true }),
  }
}
