import { runCommand, runOnDesk } from '#server/command-line.ts'
import { USAGE } from '#server/project-administration.ts'

await runCommand(USAGE, () =>
  runOnDesk(async (desk) => console.log(await desk.ask('projects', process.argv.slice(2)))),
)
