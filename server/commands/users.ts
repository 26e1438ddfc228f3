import { runCommand, runOnDesk } from '#server/command-line.ts'
import { USAGE } from '#server/user-administration.ts'

await runCommand(USAGE, () =>
  runOnDesk(async (desk) => console.log(await desk.ask('users', process.argv.slice(2)))),
)
