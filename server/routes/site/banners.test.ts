import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { picture, video } from '#tests/support/calls/media.ts'
import { multipart } from '#tests/support/calls/multipart.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { addProject, someProjectId } from '#tests/support/server/builders.ts'

let app: TestApp
let id: string
let staff: SignedIn
let desktop: Buffer
let mobile: Buffer

beforeAll(async () => {
  app = await openTestApp()
  desktop = await picture('png', 160, 50)
  mobile = await picture('webp', 80, 100)
})
beforeEach(async () => {
  id = someProjectId()
  await addProject(app.db, {
    id,
    banners_desktop_aspect_ratio: '16:5',
    banners_mobile_aspect_ratio: '4:5',
  })
  staff = await app.signIn('marketing', [id])
})
afterAll(() => app.close())

type Part = Parameters<typeof multipart>[number]

const images = (): Part[] => [
  { name: 'mobile_banner', file: mobile },
  { name: 'desktop_banner', file: desktop },
]
const create = (
  parts: Part[],
  { key, as = staff }: { key?: string; as?: SignedIn | null } = {},
) => {
  const form = multipart(...parts)
  const headers = { ...form.headers, ...(key === undefined ? {} : { 'idempotency-key': key }) }
  return app.call('POST', `/banners/${id}`, { as, body: form.body, headers })
}
const list = (as: SignedIn | null = staff) => app.call('GET', `/banners/${id}`, { as })
const reorder = (ordering: unknown, as: SignedIn | null = staff) =>
  app.call('PUT', `/banners/${id}/reorder`, { as, body: { ordering } })
const idsOf = (body: { id: string }[]) => body.map((banner) => banner.id)
const mediaCount = async () =>
  (await app.db.selectFrom('media').select('id').where('project_id', '=', id).execute()).length

async function three(): Promise<[string, string, string]> {
  const ids = []
  for (let i = 0; i < 3; i += 1) ids.push((await create(images())).body.id)
  const [a, b, c] = ids
  return [a, b, c]
}

describe('a new banner', () => {
  test('is the last one, and its images are public', async () => {
    const first = await create([
      ...images(),
      { name: 'click_url', value: 'https://aura.example/a' },
    ])
    expect(first).toMatchObject({
      status: 201,
      body: { ordering: 0, click_url: 'https://aura.example/a' },
    })
    const second = await create(images())
    expect(second.body).toMatchObject({ ordering: 1, click_url: null })
    expect((await list()).body).toEqual([first.body, second.body])

    const image = await app.app.inject({ method: 'GET', url: `/v1${first.body.mobile_image_url}` })
    expect(image.statusCode).toBe(200)
    expect(image.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  test('is created once per idempotency key', async () => {
    const [one, two] = await Promise.all([
      create(images(), { key: 'k1' }),
      create(images(), { key: 'k1' }),
    ])
    const again = await create(images(), { key: 'k1' })
    expect([one.status, two.status, again.status]).toEqual([201, 201, 201])
    expect(two.body).toEqual(one.body)
    expect(again.body).toEqual(one.body)
    expect((await list()).body).toHaveLength(1)
    expect(await mediaCount()).toBe(2)
    const other = [...images(), { name: 'click_url', value: 'https://aura.example' }]
    expect((await create(other, { key: 'k1' })).status).toBe(409)
    expect(await mediaCount()).toBe(2)
  })

  test('concurrent banners each get their own position', async () => {
    await Promise.all([create(images()), create(images()), create(images())])
    const orderings = (await list()).body.map((banner: { ordering: number }) => banner.ordering)
    expect(orderings).toEqual([0, 1, 2])
  })

  test('needs both images', async () => {
    const missing = await create([])
    expect(missing.status).toBe(400)
    expect(missing.body.message).toBe(
      'Path: body.mobile_banner, Message: Must select a mobile image | Path: body.desktop_banner, Message: Must select a desktop image',
    )
    expect((await create(images().slice(0, 1))).body.message).toContain('Must select a desktop')
  })

  test.each([
    ['javascript:alert(1)'],
    ['//evil.example'],
    ['data:text/html,x'],
    ['https://a@evil.example'],
    ['ftp://aura.example'],
    ['https://aura.example/\0'],
    [''],
  ])('with the click url %j is refused', async (value) => {
    const response = await create([...images(), { name: 'click_url', value }])
    expect(response.status).toBe(400)
    expect(response.body.message).toContain('Click url is invalid')
  })

  test('reports errors of its click URL and images', async () => {
    const messageOf = async (...parts: Parameters<typeof create>[0]) =>
      (await create(parts)).body.message
    const long = { name: 'click_url', value: `https://aura.example/${'x'.repeat(2048)}` }
    expect(await messageOf(...images(), long)).toBe(
      'Path: body.click_url, Message: Must be at most 2048 characters',
    )
    const swap = (file: Buffer) =>
      messageOf({ name: 'mobile_banner', file: mobile }, { name: 'desktop_banner', file })
    expect(await swap(await picture('png', 10_000, 5001))).toBe(
      'Path: body.desktop_banner, Message: Must have at most 50 megapixels, all frames together',
    )
    expect(await swap(desktop.subarray(0, 90))).toBe(
      'Path: body.desktop_banner, Message: The image is corrupt',
    )
    expect(await swap(video())).toBe(
      'Path: body.desktop_banner, Message: Unsupported media type: must be PNG, JPEG, WebP or GIF',
    )
    expect(await swap(Buffer.alloc(10_000_001))).toBe(
      'Path: body.desktop_banner, Message: Must be at most 10 MB',
    )
  })

  test('has the ratios of its project, within 0.001', async () => {
    const send = async (width: number, height: number) =>
      create([
        { name: 'mobile_banner', file: mobile },
        { name: 'desktop_banner', file: await picture('png', width, height) },
      ])
    expect((await send(3201, 1000)).status).toBe(201)
    const wrong = await send(3202, 1000)
    expect(wrong.status).toBe(400)
    expect(wrong.body.message).toBe(
      'Path: body.desktop_banner, Message: Your desktop image has the wrong aspect ratio, it should be of ratio 16:5',
    )
    const lying = {
      name: 'desktop_banner',
      file: await picture('jpeg', 50, 160, { orientation: 6 }),
    }
    expect((await create([{ name: 'mobile_banner', file: mobile }, lying])).status).toBe(201)
  })

  test('accepts only pictures of at most 10 MB', async () => {
    const withDesktop = (file: Buffer) =>
      create([
        { name: 'mobile_banner', file: mobile },
        { name: 'desktop_banner', file },
      ])
    expect(
      (await withDesktop(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).status,
    ).toBe(415)
    expect((await withDesktop(video())).status).toBe(415)
    expect((await withDesktop(desktop.subarray(0, 90))).status).toBe(415)
    expect((await withDesktop(Buffer.alloc(10_000_001))).status).toBe(413)
    expect((await create([...images(), { name: 'ordering', value: '0' }])).status).toBe(400)
    expect((await app.call('POST', `/banners/${id}`, { as: staff, body: {} })).status).toBe(415)
    expect(await mediaCount()).toBe(0)
  })
})

describe('the order of banners', () => {
  test('must name each banner once', async () => {
    const [a, b, c] = await three()
    const response = await reorder([c, a, b])
    expect(response.status).toBe(200)
    expect(idsOf(response.body)).toEqual([c, a, b])
    expect((await list()).body).toEqual(response.body)
    for (const wrong of [[a, b], [a, b, c, c], [a, b, b], [a, b, '999999'], [a, b, 'x'], 'abc']) {
      expect((await reorder(wrong)).status).toBe(400)
    }
    expect(idsOf((await list()).body)).toEqual([c, a, b])
  })

  test('is one of the two when two users set it at once', async () => {
    const [a, b, c] = await three()
    const [one, two] = await Promise.all([reorder([c, b, a]), reorder([b, a, c])])
    expect([one.status, two.status]).toEqual([200, 200])
    expect([`${c},${b},${a}`, `${b},${a},${c}`]).toContain(idsOf((await list()).body).join(','))
  })

  test('cannot contain a banner of another project', async () => {
    const [a, b, c] = await three()
    const other = id
    id = someProjectId()
    await addProject(app.db, { id })
    staff = await app.signIn('marketing', [id, other])
    expect((await reorder([a, b, c])).status).toBe(400)
    expect((await app.call('DELETE', `/banners/${id}/${a}`, { as: staff })).status).toBe(404)
  })
})

test('deleting a banner deletes its images', async () => {
  const [a, b, c] = await three()
  const { desktop_image_url: image } = (await list()).body[1]
  expect((await app.call('DELETE', `/banners/${id}/${b}`, { as: staff })).status).toBe(204)
  expect((await app.call('DELETE', `/banners/${id}/${b}`, { as: staff })).status).toBe(404)
  expect((await app.call('DELETE', `/banners/${id}/x`, { as: staff })).status).toBe(404)
  expect(idsOf((await list()).body)).toEqual([a, c])
  expect((await app.call('GET', image)).status).toBe(404)
  expect(await mediaCount()).toBe(4)
  expect((await create(images())).body.ordering).toBe(3)
})

test('an image without a banner is not public', async () => {
  await addProject(app.db, { id: 'HIDDEN' })
  const owner = await app.signIn('user', ['HIDDEN'])
  const form = multipart({ name: 'telegram_notifications_media', file: desktop })
  await app.call('PUT', '/projects/HIDDEN/telegram/media', { as: owner, ...form })
  const { id: mediaId } = await app.db
    .selectFrom('media')
    .select('id')
    .where('project_id', '=', 'HIDDEN')
    .executeTakeFirstOrThrow()
  expect((await app.call('GET', `/banner-images/${mediaId}`)).status).toBe(404)
})

test('banners require a token and access to the project', async () => {
  const [a, b, c] = await three()
  const outsider = await app.signIn('user', [])
  for (const [as, status] of [
    [null, 401],
    [outsider, 404],
  ] as const) {
    expect((await list(as)).status).toBe(status)
    expect((await create(images(), { as })).status).toBe(status)
    expect((await reorder([c, b, a], as)).status).toBe(status)
    expect((await app.call('DELETE', `/banners/${id}/${a}`, { as })).status).toBe(status)
  }
  expect(idsOf((await list()).body)).toEqual([a, b, c])
})
