import { runCommand, runOnDesk } from '#server/command-line.ts'

await runCommand(() =>
  runOnDesk(async (desk) => console.log(await desk.ask('projects', process.argv.slice(2)))),
)
