import { render, screen, waitFor } from '@testing-library/react'
import type { RenderResult } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { aroundNav } from './navigation.ts'

// Unknown paths: no chunks are loaded for them.
const go = (to: string) =>
  aroundNav((next, options) => history.pushState(options?.state ?? null, '', next), to, {})
const focused = () => document.activeElement

const frames = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
let page: RenderResult

beforeEach(() => {
  vi.stubGlobal('scrollTo', vi.fn<typeof scrollTo>())
  history.replaceState(null, '', '/list')
  page = render(
    <main>
      <h1 tabIndex={-1}>Title</h1>
      <input aria-label="Search" />
    </main>,
  )
  screen.getByRole('textbox').focus()
})

it('moves the focus to the title of a new page', async () => {
  go('/other?a=1')
  await waitFor(() => expect(focused()).toBe(screen.getByRole('heading')))
})

it('keeps the focus in the search field when only the search part of the URL changes', async () => {
  go('/list?a=1')
  await waitFor(() => expect(location.search).toBe('?a=1'))
  await frames()
  expect(focused()).toBe(screen.getByRole('textbox'))
})

it('keeps the focus in a dialog, and where the dialog leaves it', async () => {
  const show = (dialog: ReactNode) =>
    page.rerender(
      <main>
        <h1 tabIndex={-1}>Title</h1>
        <input aria-label="Search" />
        {dialog}
      </main>,
    )
  show(
    <div role="dialog">
      <button type="button">Copy</button>
    </div>,
  )
  screen.getByRole('button').focus()
  go('/other')
  await waitFor(() => expect(location.pathname).toBe('/other'))
  await frames()
  expect(focused()).toBe(screen.getByRole('button'))
  screen.getByRole('textbox').focus()
  show(null)
  await frames()
  expect(focused()).toBe(screen.getByRole('textbox'))
})

const showTitle = (title: string) =>
  page.rerender(
    <main>
      <button type="button">Logout</button>
      <h1 tabIndex={-1}>{title}</h1>
    </main>,
  )

it('moves the focus to the title of a page once its chunk is loaded', async () => {
  page.rerender(<main />)
  go('/late')
  await waitFor(() => expect(location.pathname).toBe('/late'))
  await frames()
  expect(focused()).toBe(document.body)
  showTitle('Late')
  await waitFor(() => expect(focused()).toBe(screen.getByRole('heading')))
  // Only once: later changes of the page don't move the focus again.
  screen.getByRole('button').focus()
  showTitle('Later')
  page.rerender(
    <main>
      <button type="button">Logout</button>
      <h1 tabIndex={-1}>Later</h1>
      <p>More</p>
    </main>,
  )
  await frames()
  expect(focused()).toBe(screen.getByRole('button'))
})

it('notes the list that a page was opened from, also through a further record', async () => {
  history.replaceState(null, '', '/transactions?status=failed')
  go('/transactions/AURA/1')
  await waitFor(() => expect(history.state).toEqual({ list: '/transactions?status=failed' }))
  go('/users/AURA/0x1')
  await waitFor(() => expect(location.pathname).toBe('/users/AURA/0x1'))
  expect(history.state).toEqual({ list: '/transactions?status=failed' })
})
