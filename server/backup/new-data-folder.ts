import { existsSync, rmdirSync, rmSync } from 'node:fs'
import { mkdir, readdir, realpath, rename, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { lockFolder } from '#server/db/engine/folder-lock.ts'
import { SettingsError } from '#server/settings-error.ts'
import { syncFolder } from './backup-folder.ts'
import { writingInto } from './disk-errors.ts'

/** Inside the new folder, which may be a mount point, and whose parent may not be writable. */
const UNFINISHED = '.unfinished'
/** An empty disk has it. */
const OF_THE_DISK = 'lost+found'

interface Unfinished {
  /** Where the data folder is made. */
  folder: string
  /** For a database in it that stops by itself, where later queries would wait for ever: ends the process. */
  onLost(error: Error): void
}

/**
 * Makes a data folder, all or nothing: `make` fills another folder inside it, and what that has moves up
 * at the end. What an interrupted attempt has left is deleted.
 * @param folder absolute, and missing or empty
 * @throws SettingsError when the folder is not empty, or can't be written
 */
export async function makeDataFolder<Result>(
  folder: string,
  make: (unfinished: Unfinished) => Promise<Result>,
): Promise<Result> {
  const isNew = !existsSync(folder)
  const inside = path.join(folder, UNFINISHED)
  await writingInto(folder, () => mkdir(folder, { recursive: true, mode: 0o700 }))
  await requireEmpty(folder)
  // Against a second attempt at the same time.
  const lock = await lockFolder(await realpath(folder))
  const deleteAll = () => {
    try {
      rmSync(inside, { recursive: true, force: true })
      if (isNew) rmdirSync(folder)
    } catch {
      // The folder has other files, or can't be written. The error that is reported is the one before.
    }
  }
  const onLost = (error: Error) => {
    deleteAll()
    console.error(
      `Database: ${error.message}. Nothing was kept in ${folder}. Check that its disk works and has free space.`,
    )
    process.exit(1)
  }
  try {
    await writingInto(folder, async () => {
      await rm(inside, { recursive: true, force: true })
      await mkdir(inside, { mode: 0o700 })
    })
    const result = await make({ folder: inside, onLost })
    // Also if a server was started on the folder meanwhile.
    await requireEmpty(folder)
    await writingInto(folder, () => moveUp(inside, folder))
    if (isNew) await syncFolder(path.dirname(folder))
    return result
  } catch (error) {
    deleteAll()
    throw error
  } finally {
    lock.release()
  }
}

async function requireEmpty(folder: string): Promise<void> {
  const names = await writingInto(folder, () => readdir(folder))
  if (names.every((name) => name === UNFINISHED || name === OF_THE_DISK)) return
  throw new SettingsError(`${folder} is not empty, so nothing was written. Name a new folder.`)
}

/** The database last: without it, the folder is no data folder yet. */
async function moveUp(inside: string, folder: string): Promise<void> {
  const names = await readdir(inside)
  for (const name of names.toSorted((one, other) => Number(one === 'db') - Number(other === 'db')))
    await rename(path.join(inside, name), path.join(folder, name))
  await rmdir(inside)
  await syncFolder(folder)
}
