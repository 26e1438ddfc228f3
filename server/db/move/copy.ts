import type pg from 'pg'

/** What COPY uses of a connection of node-postgres or PGlite; the types of pg leave it out. */
interface CopyConnection {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/** PGlite reads a message into a buffer of its own. */
const CHUNK_BYTES = 64 * 1024

/** A COPY that node-postgres runs as one of its queries, between the statements of a transaction. */
class Copy implements pg.Submittable {
  readonly #statement: string
  readonly #input: Buffer | null
  readonly #output: Buffer[] = []
  readonly result: Promise<Buffer>
  #resolve: (output: Buffer) => void = () => {}
  #reject: (error: Error) => void = () => {}

  constructor(statement: string, input: Buffer | null) {
    this.#statement = statement
    this.#input = input
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  submit(connection: pg.Connection): void {
    // Both drivers have these methods.
    const copying = connection as unknown as CopyConnection
    copying.query(this.#statement)
    if (this.#input === null) return
    // Before the reply: the database ignores the rows of a COPY that fails.
    for (let at = 0; at < this.#input.length; at += CHUNK_BYTES)
      copying.sendCopyFromChunk(this.#input.subarray(at, at + CHUNK_BYTES))
    copying.endCopyFrom()
  }

  handleCopyInResponse(): void {}

  handleCopyData({ chunk }: { chunk: Uint8Array }): void {
    this.#output.push(Buffer.from(chunk))
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#resolve(Buffer.concat(this.#output))
  }

  handleError(error: Error): void {
    this.#reject(error)
  }
}

/** The output of `copy … to stdout`, as a whole. */
export function copyOut(client: pg.ClientBase, statement: string): Promise<Buffer> {
  return client.query(new Copy(statement, null)).result
}

/** Runs `copy … from stdin`, in this case of letters, with these rows. */
export async function copyIn(
  client: pg.ClientBase,
  statement: string,
  rows: Buffer,
): Promise<void> {
  await client.query(new Copy(statement, rows)).result
}
