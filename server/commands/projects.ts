import { runCommand, runWithClient } from './command-line.ts'
import { USAGE } from '#server/admin/projects.ts'

await runCommand(USAGE, () =>
  runWithClient(async (desk) => console.log(await desk.ask('projects', process.argv.slice(2)))),
)
