import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Component, Suspense } from 'react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { until } from '#tests/support/until.ts'
import { Dispensable } from './Dispensable.tsx'
import { lazyPart } from './lazy-part.tsx'

class Boundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError() {
    return { hasFailed: true }
  }
  override render() {
    const again = () => this.setState({ hasFailed: false })
    return this.state.hasFailed ? <button onClick={again}>Try again</button> : this.props.children
  }
}

const Part = () => <p>Here</p>

// React tells of each failure that a boundary catches.
vi.spyOn(console, 'error').mockImplementation(() => undefined)
afterEach(() => vi.clearAllMocks())

test('a part that could not be had comes when it is asked for again', async () => {
  let isGone = true
  const Late = lazyPart(async () => {
    if (isGone) throw new Error('Failed to fetch dynamically imported module')
    return Part
  })
  render(
    <Boundary>
      <Suspense>
        <Late />
      </Suspense>
    </Boundary>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined()
  isGone = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Here')).toBeDefined()
})

test('what can be done without takes nothing else away', async () => {
  const Late = lazyPart(() => Promise.reject(new Error('Gone')))
  render(
    <p>
      Figures
      <Dispensable>
        <Suspense>
          <Late />
        </Suspense>
      </Dispensable>
    </p>,
  )
  await until(() => expect(console.error).toHaveBeenCalled())
  expect(screen.getByText('Figures')).toBeDefined()
})
