import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { SettingsError } from '#server/settings-error.ts'
import type { Clock } from '#server/dependencies.ts'

const KEPT_MS = 30 * 86_400_000
const DAY_MS = 86_400_000

/**
 * Keeps the hashed assets of this build in `folder`, drops those that no build has had for 30 days,
 * and says where each kept one is, by the path it is served at: a tab that was opened before an
 * update still asks for the old ones. A file's time is when a build last had it.
 * @throws SettingsError when the folder can't be written
 */
export async function keepPreviousAssets(
  folder: string,
  clientFolder: string,
  clock: Clock,
): Promise<Map<string, string>> {
  return keep(folder, clientFolder, clock).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new SettingsError(
      `The folder of kept assets can't be written: ${reason}. Set SALEROOM_DATA to one that can.`,
    )
  })
}

async function keep(
  folder: string,
  clientFolder: string,
  clock: Clock,
): Promise<Map<string, string>> {
  await mkdir(folder, { recursive: true })
  const built = path.join(clientFolder, 'assets')
  const current = (await namesIn(built)).filter((name) => !/\.(?:br|gz|map)$/.test(name))
  const known = new Set(await namesIn(folder))
  for (const name of current) {
    // An asset's name carries its hash: what is there already is the same.
    if (known.has(name)) continue
    // Copied aside and then renamed: a copy that broke off never takes the asset's name.
    const copy = path.join(folder, `${name}.part`)
    await copyFile(path.join(built, name), copy)
    await rename(copy, path.join(folder, name))
  }
  const renew = async () => {
    const now = clock.now()
    for (const name of current) await utimes(path.join(folder, name), now, now)
  }
  await renew()
  setInterval(() => void renew().catch(() => {}), DAY_MS).unref()

  const kept = new Map<string, string>()
  for (const name of await namesIn(folder)) {
    const file = path.join(folder, name)
    const { mtimeMs } = await stat(file)
    if (clock.now().getTime() - mtimeMs > KEPT_MS) await rm(file)
    else kept.set(`/assets/${name}`, file)
  }
  return kept
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
  } catch {
    return []
  }
}
