import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import type { Clock } from '#server/dependencies.ts'
import { messageOf } from '#server/error-message.ts'
import { SettingsError } from '#server/settings-error.ts'

const RETENTION_MS = 30 * 86_400_000
const DAY_MS = 86_400_000

/**
 * Copies the hashed assets of this build to `folder` and deletes those that no build has used for
 * 30 days. Tabs that were opened before an update still request the previous ones. The modification
 * time of a file is when a build last contained it.
 * @returns the file of each asset by the path that serves it
 * @throws SettingsError when the folder is not writable
 */
export async function keepPreviousAssets(
  folder: string,
  clientFolder: string,
  clock: Clock,
): Promise<Map<string, string>> {
  return update(folder, clientFolder, clock).catch((error: unknown) => {
    const reason = messageOf(error)
    throw new SettingsError(
      `Cannot write to the assets folder: ${reason}. Set SALEROOM_DATA to a writable folder.`,
    )
  })
}

async function update(
  folder: string,
  clientFolder: string,
  clock: Clock,
): Promise<Map<string, string>> {
  await mkdir(folder, { recursive: true })
  const built = path.join(clientFolder, 'assets')
  const current = (await namesIn(built)).filter((name) => !/\.(?:br|gz|map)$/.test(name))
  const existing = new Set(await namesIn(folder))
  for (const name of current) {
    // The name contains a hash of the content: an existing file is identical.
    if (existing.has(name)) continue
    // Copied first and then renamed, so that a partial copy never has the asset's name.
    const copy = path.join(folder, `${name}.part`)
    await copyFile(path.join(built, name), copy)
    await rename(copy, path.join(folder, name))
  }
  const touch = async () => {
    const now = clock.now()
    for (const name of current) await utimes(path.join(folder, name), now, now)
  }
  await touch()
  setInterval(() => void touch().catch(() => {}), DAY_MS).unref()

  const previous = new Map<string, string>()
  for (const name of await namesIn(folder)) {
    const file = path.join(folder, name)
    const { mtimeMs } = await stat(file)
    if (clock.now().getTime() - mtimeMs > RETENTION_MS) await rm(file)
    else previous.set(`/assets/${name}`, file)
  }
  return previous
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
  } catch {
    return []
  }
}
