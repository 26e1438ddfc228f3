import { FEATURES } from '#src/wire/features.ts'
import { route, type Api } from './route.ts'

export function featureRoutes(api: Api): void {
  route(api, 'listFeatures', async () => ({ features: [...FEATURES] }))
}
