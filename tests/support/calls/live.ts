import { createParser } from 'eventsource-parser'
import { accessSchema, changeSchema, type Access, type Change } from '#src/wire/live.ts'
import type { SignedIn } from '#tests/support/server/app.ts'

/** An open stream of changes. */
export interface LiveStream {
  status: number
  headers: Headers
  /** The changes so far. */
  changes: Change[]
  /** What the person may do, as the stream said. */
  access: Access[]
  /** How many comments have come. */
  comments(): number
  /** `broken` if the connection closed before the end of the response. */
  ended: Promise<'ended' | 'broken'>
  close(): void
}

/** Opens a stream of a server that listens at `url`. */
export async function listen(
  url: string,
  { token }: Pick<SignedIn, 'token'>,
  projects: readonly string[],
  headers: Record<string, string> = {},
): Promise<LiveStream> {
  const abort = new AbortController()
  const query = projects.map((id) => `projects=${id}`).join('&')
  const response = await fetch(`${url}/v1/live?${query}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: abort.signal,
  })
  const changes: Change[] = []
  const access: Access[] = []
  let comments = 0
  const parser = createParser({
    onEvent({ event, data }) {
      if (event === 'access') access.push(accessSchema.parse(JSON.parse(data)))
      if (event === 'change') changes.push(changeSchema.parse(JSON.parse(data)))
    },
    onComment() {
      comments += 1
    },
  })
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? [])
      parser.feed(decoder.decode(chunk, { stream: true }))
  }
  return {
    status: response.status,
    headers: response.headers,
    changes,
    access,
    comments: () => comments,
    ended: read().then(
      () => 'ended',
      () => 'broken',
    ),
    close: () => abort.abort(),
  }
}
