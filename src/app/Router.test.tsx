import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { live } from '#src/state/live.ts'
import { enterSession } from '#src/state/session.ts'
import { openFaultyApi } from '#tests/support/screens/faulty-api.ts'
import { stubLayout } from '#tests/support/screens/layout-stubs.ts'
import { acts } from '#tests/support/screens/screen-rows.ts'
import { SCREEN_USER, signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage } from '#tests/support/screens/show-page.tsx'
import { Router } from './Router.tsx'

stubLayout()

beforeEach(() => void openFaultyApi(acts()))
afterEach(() => {
  endPage()
  navigate('/')
})

it.each([
  ['signed out', false],
  ['signed in', true],
])('an address without a page says so, %s, and leads to Home', async (_who, isIn) => {
  navigate('/nowhere')
  if (isIn) act(() => signInHere())
  render(<Router />)
  await waitFor(() => expect(document.querySelector('h1')?.textContent).toBe('Not Found'))
  expect(document.title).toBe('Not Found · Saleroom')
  expect(location.pathname).toBe('/nowhere')
  const home = screen.getByText('Go to Home')
  expect(home.getAttribute('href')).toBe('/')
  expect(document.querySelector('nav') !== null).toBe(isIn)
})

it('another role has only its own pages, and is led Home from any other', async () => {
  act(() => {
    signInHere()
    enterSession({ ...SCREEN_USER, role: 'marketing' })
  })
  navigate('/leads')
  render(<Router />)
  await screen.findByText('lead@buyer.example')
  const links = [...document.querySelectorAll('nav li a')].map((link) => link.textContent)
  expect(links).toEqual(['Home', 'Leads', 'Banners', 'SEO Scripts', 'Project Settings'])
  act(() => navigate('/users'))
  await waitFor(() => expect(location.pathname).toBe('/'))
})

it('the top bar says that figures are requested every minute while the stream is lost', async () => {
  act(() => signInHere())
  navigate('/leads')
  render(<Router />)
  await screen.findByText('lead@buyer.example')
  expect(screen.queryByText('Every 60 s')).toBeNull()
  act(() => void Object.assign(live, { watchers: 1, stream: 'lost' }))
  await screen.findByText('Every 60 s')
  act(() => void Object.assign(live, { watchers: 0, stream: 'none' }))
  await waitFor(() => expect(screen.queryByText('Every 60 s')).toBeNull())
})
