import { route, type Api } from '#server/routes/route.ts'
import { FEATURES } from '#src/wire/features.ts'

export function featureRoutes(api: Api): void {
  route(api, 'listFeatures', async () => ({ features: [...FEATURES] }))
}
