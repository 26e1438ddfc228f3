import { render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { aroundNav } from './navigation.ts'

// Addresses that are no page: nothing has to be loaded for them.
const go = (to: string) => aroundNav((next) => history.pushState(null, '', next), to, {})
const focused = () => document.activeElement

beforeEach(() => {
  vi.stubGlobal('scrollTo', vi.fn<typeof scrollTo>())
  history.replaceState(null, '', '/list')
  render(
    <main>
      <h1 tabIndex={-1}>Title</h1>
      <input aria-label="Search" />
    </main>,
  )
  screen.getByRole('textbox').focus()
})

it('goes on at the title of a new page', async () => {
  go('/other?a=1')
  await waitFor(() => expect(focused()).toBe(screen.getByRole('heading')))
})

it('stays in the search box when only the search of the address changes', async () => {
  go('/list?a=1')
  await waitFor(() => expect(location.search).toBe('?a=1'))
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  expect(focused()).toBe(screen.getByRole('textbox'))
})
