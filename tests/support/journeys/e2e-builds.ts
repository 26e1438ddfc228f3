import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { buildFolder } from './e2e-server.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const trials = path.join(root, 'dist', 'trials')
const run = promisify(execFile)

/** A copy of the built program whose app can be replaced, as a deployment does. */
export interface Deployment {
  /** Its folder, for startServer. */
  folder: string
  /** Replaces the app by another build of it. */
  deployAs(buildId: string): Promise<void>
  /** Builds the app with a service worker that removes itself, and replaces the present one. */
  deployWithoutWorker(): Promise<void>
  discard(): Promise<void>
}

/**
 * Makes another build of a built app: a browser sees a new name of each chunk, a new revision of the page
 * and another build id. A real build would take 20 seconds of a processor.
 */
async function renewBuild(client: string, buildId: string): Promise<void> {
  const files = await readdir(client, { recursive: true })
  const hashes = files.flatMap((file) => /-([\w-]{8})\.(?:js|css)$/.exec(file)?.[1] ?? [])
  const inText = new RegExp(`(?<=-)(?:${hashes.join('|')})(?=\\.(?:js|css))`, 'g')
  const renewNames = (text: string) =>
    text.replace(inText, (hash) => [...hash].toReversed().join(''))
  const { sources } = JSON.parse(await readFile(path.join(buildFolder(), 'build.json'), 'utf8'))
  for (const file of files) {
    const from = path.join(client, file)
    // The server compresses none itself: it sends the text.
    if (/\.(?:br|gz)$/.test(file)) await rm(from)
    if (!/\.(?:html|js|css)$/.test(file)) continue
    const text = renewNames(await readFile(from, 'utf8'))
      .replaceAll(sources.slice(0, 12), buildId)
      .replace(/(?<="revision":")\w+(?=","url":"index\.html")/, buildId)
    await rm(from)
    await writeFile(path.join(client, renewNames(file)), text)
  }
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
    deployAs: (buildId) => renewBuild(client, buildId),
    async deployWithoutWorker() {
      const next = path.join(folder, 'next')
      const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
      await run(process.execPath, [vite, 'build', '--outDir', next, '--logLevel', 'error'], {
        cwd: root,
        env: { ...process.env, NODE_ENV: 'production', KILL_WORKER: '1' },
      })
      await rm(path.join(next, '.vite'), { recursive: true, force: true })
      await rm(client, { recursive: true })
      await rename(next, client)
    },
    discard: () => rm(folder, { recursive: true, force: true }),
  }
}
