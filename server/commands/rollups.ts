import { openDatabase } from '#server/boot.ts'
import { migrate } from '#server/db/migrate.ts'
import { administerRollups } from '#server/db/rollups/administration.ts'
import { SettingsError } from '#server/faults.ts'
import { readSettings } from '#server/settings.ts'

try {
  const database = await openDatabase(readSettings(process.env), (line) => console.error(line))
  try {
    await migrate(database.db)
    const say = (line: string) => console.log(line)
    const isRight = await administerRollups(database.db, process.argv.slice(2), say)
    if (!isRight) process.exitCode = 1
  } finally {
    await database.close()
  }
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : error)
  process.exitCode = 1
}
