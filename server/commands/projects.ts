import { runCommand, runOnDesk } from './command-line.ts'
import { USAGE } from '#server/admin/projects.ts'

await runCommand(USAGE, () =>
  runOnDesk(async (desk) => console.log(await desk.ask('projects', process.argv.slice(2)))),
)
