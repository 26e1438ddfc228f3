import { serviceUnavailable } from '#server/http/errors.ts'
import { route, type Api } from '#server/routes/route.ts'

export function healthRoutes(api: Api): void {
  route(api, 'getHealth', async () => ({ status: 'ok' as const }))

  // A server that stops refuses connections, so it needs no response here.
  route(api, 'getReady', async ({ dependencies }) => {
    const reason = await dependencies.readiness.whyNotReady()
    if (reason !== null) throw serviceUnavailable(reason)
    return { status: 'ready' as const }
  })
}
