import { openPersistentDatabase, readCommandSettings, runCommand } from './command-line.ts'
import { administerRollups, USAGE } from '#server/db/rollups/administration.ts'

await runCommand(USAGE, async () => {
  const database = await openPersistentDatabase(readCommandSettings())
  try {
    const say = (line: string) => console.log(line)
    const isRight = await administerRollups(database.db, process.argv.slice(2), say)
    if (!isRight) process.exitCode = 1
  } finally {
    await database.close()
  }
})
