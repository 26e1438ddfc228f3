import { afterEach, expect, it, vi } from 'vitest'
import { filters, selectProjects, setPrivacy } from '#src/state/filters.ts'
import { logout } from './auth.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  setPrivacy(false)
})

it('a logout forgets the filters, but privacy mode stays, also after a reload', async () => {
  vi.stubGlobal('fetch', async () => Response.json(null))
  setPrivacy(true)
  selectProjects(['SECRET'])
  expect(JSON.stringify(localStorage)).toContain('SECRET')
  await logout()
  expect(filters).toMatchObject({ privacy: true, selectedProjects: 'all' })
  expect(JSON.stringify(localStorage)).not.toContain('SECRET')
  vi.resetModules()
  const { filters: reloaded } = await import('#src/state/filters.ts')
  expect(reloaded.privacy).toBe(true)
})
