import { runCommand, runOnDesk } from './command-line.ts'
import { USAGE } from '#server/admin/users.ts'

await runCommand(USAGE, () =>
  runOnDesk(async (desk) => console.log(await desk.ask('users', process.argv.slice(2)))),
)
