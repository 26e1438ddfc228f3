import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { StatusLabel } from './StatusLabel.tsx'

test('an unknown status is shown in capitals', () => {
  render(<StatusLabel status="on_hold" />)
  expect(screen.getByText('ON_HOLD')).toBeTruthy()
})
