import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { connection } from '#src/api/connection.ts'
import { install } from './install.ts'
import { InstallNotice } from './notices.tsx'

afterEach(() => {
  connection.isOnline = true
  install.way = 'none'
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
