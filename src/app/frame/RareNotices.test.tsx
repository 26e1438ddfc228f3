import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { install, watchInstall } from '#src/app/install.ts'
import { connection } from '#src/session/connection.ts'
import { openGuide } from '#src/state/setup-guide.ts'
import { InstallNotice } from './RareNotices.tsx'

afterEach(() => {
  connection.isOnline = true
  openGuide.isExpected = false
  install.way = 'none'
  install.isDismissed = false
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('installing is offered only while online', async () => {
  install.way = 'steps'
  render(<InstallNotice />)
  expect(screen.getByRole('status', { name: 'Install Saleroom' })).toBeDefined()
  await act(async () => {
    connection.isOnline = false
  })
  expect(screen.queryByRole('status')).toBeNull()
  await act(async () => {
    connection.isOnline = true
  })
  expect(screen.getByRole('status', { name: 'Install Saleroom' })).toBeDefined()
})

test('installing is not offered above the setup guide', async () => {
  install.way = 'steps'
  openGuide.isExpected = true
  render(<InstallNotice />)
  expect(screen.queryByRole('status')).toBeNull()
  await act(async () => {
    openGuide.isExpected = false
  })
  expect(screen.getByRole('status', { name: 'Install Saleroom' })).toBeDefined()
})

test('on an iPhone, where no button can install the app, the steps are described until "Later"', async () => {
  vi.stubGlobal('navigator', {
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
  })
  watchInstall()
  render(<InstallNotice />)
  expect(screen.getByText(/“Add to Home Screen”/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Install app' })).toBeNull()
  expect(screen.getByRole('status').textContent).toContain('after seven days without a visit')
  fireEvent.click(screen.getByRole('button', { name: 'Later' }))
  await waitFor(() => expect(screen.queryByText(/“Add to Home Screen”/)).toBeNull())
})
