import { runCommand } from '#server/command-line.ts'

await runCommand(async (desk) => {
  console.log(await desk.ask('ingest-keys', process.argv.slice(2)))
})
