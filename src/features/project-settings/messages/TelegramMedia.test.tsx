import { useQuery } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, test } from 'vitest'
import { mediaQueries } from '#src/features/project-settings/project-calls.ts'
import { connection } from '#src/session/connection.ts'
import { projectSchema } from '#src/wire/projects.ts'
import { openFaultyApi } from '#tests/support/screens/faulty-api.ts'
import { acts, PROJECT } from '#tests/support/screens/screen-rows.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage, renderInApp } from '#tests/support/screens/show-page.tsx'
import { buttons, field, press } from '#tests/support/screens/user-actions.ts'
import { TelegramMedia, validateMedia, describeMedia, formatBytes } from './TelegramMedia.tsx'

const project = projectSchema.parse(PROJECT)
let api: ReturnType<typeof openFaultyApi>
/** The server's answer to an upload. */
let uploaded: (() => unknown) | undefined

beforeEach(() => {
  uploaded = undefined
  const served = acts()
  api = openFaultyApi({
    ...served,
    'PUT /projects/*': (arrival) => (uploaded ?? (() => served['PUT /projects/*']?.(arrival)))(),
  })
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = () => undefined
  connection.isOnline = true
  signInHere()
})
afterEach(endPage)

function Media() {
  const query = useQuery(mediaQueries.of(project.id))
  return <TelegramMedia project={project} media={query.data ?? null} query={query} />
}

function open(): void {
  renderInApp(<Media />)
}

it('media that did not load show the reason, and can be retried', async () => {
  api.break('GET /projects/*', '500')
  open()
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Media did not load. Internal server error',
  )
  api.mend()
  await press('Try again')
  await screen.findByAltText('Telegram media of AURA')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(buttons('Try again')).toEqual([])
})

it('offline, media are not on this device', async () => {
  connection.isOnline = false
  open()
  expect((await screen.findByRole('alert')).textContent).toBe(
    'You are offline, and media are not kept on this device.',
  )
})

const choose = async (file: File) =>
  fireEvent.change(await field('Media file'), { target: { files: [file] } })

it('a wrong file is refused by its name and size before it is sent, and by its content at the server', async () => {
  open()
  await choose(new File(['%PDF-1.7'], 'a.pdf', { type: 'application/pdf' }))
  await screen.findByText('Must be an image or a video')
  const large = new File([], 'a.mp4', { type: 'video/mp4' })
  Object.defineProperty(large, 'size', { value: 50_000_001 })
  await choose(large)
  await screen.findByText('Must be at most 50 MB')
  expect(api.done('PUT /projects/*')).toBe(0)
  const refusal = { code: 415, message: 'Unsupported media type' }
  uploaded = () => Response.json(refusal, { status: 415 })
  await choose(new File(['<script>'], 'a.png', { type: 'image/png' }))
  await screen.findByText('Unsupported media type')
  expect(screen.queryByText('Must be at most 50 MB')).toBeNull()
  expect(api.done('PUT /projects/*')).toBe(1)
})

test.each([
  [0, '1 KB'],
  [999, '1 KB'],
  [214_400, '214 KB'],
  [999_499, '999 KB'],
  [1_000_000, '1 MB'],
  [20_480_000, '20.5 MB'],
  [50_000_000, '50 MB'],
])('%i bytes are shown as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test('a file is described by format, pixels and size', () => {
  const file = { type: 'image/png', size: 214_000 }
  expect(describeMedia(file, { width: 1280, height: 720 })).toBe('PNG, 1280 × 720, 214 KB')
  expect(describeMedia({ type: 'video/mp4', size: 2_000_000 }, null)).toBe('MP4, 2 MB')
})

test.each([
  ['image/png', 1, null],
  ['video/quicktime', 1, null],
  ['image/png', 50_000_000, null],
  ['image/png', 50_000_001, 'Must be at most 50 MB'],
  ['image/png', 0, 'The file is empty'],
  ['application/pdf', 1, 'Must be an image or a video'],
  ['', 1, 'Must be an image or a video'],
])('a file of type %j with %i bytes: %j', (type, size, error) => {
  expect(validateMedia({ type, size })).toBe(error)
})
