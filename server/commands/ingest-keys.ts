import { runCommand, runWithClient } from './command-line.ts'
import { USAGE } from '#server/admin/ingest-keys.ts'

await runCommand(USAGE, () =>
  runWithClient(async (desk) => console.log(await desk.ask('ingest-keys', process.argv.slice(2)))),
)
