import { runCommand, runOnDesk } from '#server/command-line.ts'
import { USAGE } from '#server/ingest-key-administration.ts'

await runCommand(USAGE, () =>
  runOnDesk(async (desk) => console.log(await desk.ask('ingest-keys', process.argv.slice(2)))),
)
