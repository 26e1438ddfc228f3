import { runCommand, runWithClient } from './command-line.ts'
import { USAGE } from '#server/admin/users.ts'

await runCommand(USAGE, () =>
  runWithClient(async (desk) => console.log(await desk.ask('users', process.argv.slice(2)))),
)
