import { runCommand, runOnDesk } from '#server/command-line.ts'

await runCommand(() =>
  runOnDesk(async (desk) => console.log(await desk.ask('users', process.argv.slice(2)))),
)
