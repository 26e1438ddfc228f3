import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connection } from '#src/api/connection.ts'
import { queryClient } from '#src/api/query-client.ts'
import { projectSchema } from '#src/wire/projects.ts'
import { openFaultyApi } from '#tests/support/faulty-api.ts'
import { acts, PROJECT } from '#tests/support/screen-rows.ts'
import { signInHere } from '#tests/support/screen-user.ts'
import { endPage } from '#tests/support/show-page.tsx'
import { buttons, press } from '#tests/support/user-actions.ts'
import { mediaQueries } from './project-calls.ts'
import { TelegramMedia } from './TelegramMedia.tsx'

const project = projectSchema.parse(PROJECT)
let api: ReturnType<typeof openFaultyApi>

beforeEach(() => {
  api = openFaultyApi(acts())
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
  render(
    <QueryClientProvider client={queryClient}>
      <Media />
    </QueryClientProvider>,
  )
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
