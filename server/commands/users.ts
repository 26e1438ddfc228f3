import { runCommand } from '#server/command-line.ts'

await runCommand(async (desk) => {
  console.log(await desk.ask('users', process.argv.slice(2)))
})
