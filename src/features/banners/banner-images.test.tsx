import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '#src/cache/query-client.ts'
import { connection } from '#src/session/connection.ts'
import { leaveSession } from '#src/state/session.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { renderInApp } from '#tests/support/screens/show-page.tsx'
import type { ChosenImage } from './banner-form.ts'
import { BannerImage } from './BannerCard.tsx'
import { ImagePicker } from './ImagePicker.tsx'

afterEach(async () => {
  await act(async () => {
    connection.isOnline = true
    queryClient.clear()
    leaveSession()
  })
  vi.unstubAllGlobals()
})

const show = () =>
  renderInApp(
    <BannerImage apiUrl={null} path="/banners/1" ratio="4:1" alt="Banner 1 on a desktop" />,
  )

test('offline an image is not available', async () => {
  connection.isOnline = false
  show()
  expect(screen.getByText('Not available offline')).toBeDefined()
})

test('an image that is missing on the server did not load', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }))
  queryClient.setDefaultOptions({
    queries: { ...queryClient.getDefaultOptions().queries, retry: false },
  })
  show()
  expect(await screen.findByText('Image did not load')).toBeDefined()
})

test('an image is requested without the token and the cookies of the session', async () => {
  signInHere()
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = () => undefined
  const requests: RequestInit[] = []
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit = {}) => {
    requests.push(init)
    return new Response(new Uint8Array(8), { headers: { 'Content-Type': 'image/png' } })
  })
  show()
  expect(await screen.findByRole('img', { name: 'Banner 1 on a desktop' })).toBeDefined()
  expect(requests).toHaveLength(1)
  expect(requests[0]).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' })
  const names = [...new Headers(requests[0]?.headers).keys()]
  expect(names.filter((name) => /authorization|xsrf|cookie/i.test(name))).toEqual([])
})

function open() {
  const chosen: (string | undefined)[] = []
  const note = (image: ChosenImage | null) => chosen.push(image?.file.name)
  render(
    <ImagePicker
      device="desktop"
      ratio="16:5"
      image={null}
      isTouched={false}
      disabled={false}
      onChoose={note}
      onTouch={() => undefined}
    />,
  )
  return { chosen, box: screen.getByLabelText('Desktop image') }
}

test('of two selected images the last one stays, even if the first is decoded later', async () => {
  const done = new Map<string, () => void>()
  vi.stubGlobal(
    'createImageBitmap',
    (file: File) =>
      new Promise((resolve) => {
        done.set(file.name, () => resolve({ width: 16, height: 5, close: () => undefined }))
      }),
  )
  const { chosen, box } = open()
  for (const name of ['large.png', 'small.png']) {
    await userEvent.upload(box, new File(['x'], name, { type: 'image/png' }))
  }
  done.get('small.png')?.()
  await waitFor(() => expect(chosen).toEqual(['small.png']))
  done.get('large.png')?.()
  await new Promise((resolve) => setTimeout(resolve))
  expect(chosen).toEqual(['small.png'])
})

test('a file that is no image, that is too large, or that can not be read is refused with the reason', async () => {
  vi.stubGlobal('createImageBitmap', async () => {
    throw new DOMException('', 'InvalidStateError')
  })
  const { chosen, box } = open()
  const large = new File([], 'a.png', { type: 'image/png' })
  Object.defineProperty(large, 'size', { value: 10_000_001 })
  for (const [file, message] of [
    [new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }), /^Must be a PNG, JPEG, WebP or GIF/],
    [
      new File(['<svg/>'], 'a.png', { type: 'image/png' }),
      /^The file could not be read as an image/,
    ],
    [large, /^Must be at most 10 MB/],
  ] as const) {
    fireEvent.change(box, { target: { files: [file] } })
    await screen.findByText(message)
    expect(box.getAttribute('aria-invalid')).toBe('true')
  }
  expect(chosen).toEqual([])
})
