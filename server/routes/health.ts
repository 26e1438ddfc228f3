import { route, type Api } from './route.ts'

export function healthRoutes(api: Api): void {
  route(api, 'getHealth', async () => ({ status: 'ok' as const }))
}
