import { visibleProjects } from '#server/auth/access.ts'
import { findListeners } from '#server/db/accounts/sessions.ts'
import { tooManyRequests, unauthenticated } from '#server/http/errors.ts'
import { STREAM_HEADERS } from '#server/live/event-stream.ts'
import { route, type Api } from '#server/routes/route.ts'

/** A client that closes one of its streams may come back soon. */
const TOO_MANY_WAIT_MS = 15_000

export function liveRoutes(api: Api): void {
  const { live } = api.dependencies
  // Before the server waits for its connections: a stream never ends by itself.
  api.app.addHook('preClose', async () => live.endStreams())

  route(api, 'listenToChanges', async ({ db, actor, query, now, request, reply }) => {
    if (request.method === 'HEAD') return reply.headers(STREAM_HEADERS).send()
    const place = live.takePlace(actor.sessionId)
    if (place === null) throw tooManyRequests(TOO_MANY_WAIT_MS)
    try {
      const [access] = await findListeners(db, [actor.sessionId], now)
      if (!access || access.mustActFirst) throw unauthenticated()
      // The role may have changed since the request was authenticated.
      const caller = { ...actor, role: access.role }
      const projects = await visibleProjects(db, caller, query.projects)
      await live.ready()
      reply.headers(STREAM_HEADERS).hijack()
      // Also those that hooks have set, such as the ones for other origins.
      for (const [header, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(header, value)
      reply.raw.writeHead(200)
      place.open({ access, projects, tokenExpiresAt: actor.tokenExpiresAt }, reply.raw)
      return reply
    } catch (error) {
      place.free()
      throw error
    }
  })
}
