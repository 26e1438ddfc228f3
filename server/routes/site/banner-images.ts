import { parseId } from '#server/db/records/ids.ts'
import { findBannerImage } from '#server/db/site/media.ts'
import { notFound } from '#server/http/errors.ts'
import { sendMedia } from '#server/media/send-media.ts'
import type { Api } from '#server/routes/route.ts'

/** The bytes of an id never change. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

/**
 * The bytes of banner images: public and for any origin, because the project's website shows them.
 */
export function bannerImageRoutes(api: Api): void {
  api.app.get<{ Params: { id: string } }>('/v1/banner-images/:id', async (request, reply) => {
    const id = parseId(request.params.id)
    const image = id === null ? undefined : await findBannerImage(api.dependencies.db, id)
    if (!image) throw notFound()
    reply.headers({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    return sendMedia({ request, reply, db: api.dependencies.db }, image, {
      cacheControl: IMMUTABLE,
    })
  })
}
