import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Picture } from './Picture.tsx'

test('an image that can’t be decoded shows an error, and the next image is tried again', () => {
  const { rerender } = render(<Picture src="blob:1" alt="Desktop banner" />)
  fireEvent.error(screen.getByRole('img', { name: 'Desktop banner' }))
  expect(screen.getByText('Image did not load')).toBeDefined()
  expect(screen.queryByRole('img', { name: 'Desktop banner' })).toBeNull()
  rerender(<Picture src="blob:2" alt="Desktop banner" />)
  expect(screen.getByRole('img', { name: 'Desktop banner' }).getAttribute('src')).toBe('blob:2')
  expect(screen.queryByText('Image did not load')).toBeNull()
})
