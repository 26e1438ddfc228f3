import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { ChosenImage } from './banner-form.ts'
import { ImagePicker } from './ImagePicker.tsx'

afterEach(() => vi.unstubAllGlobals())

function open() {
  const chosen: (string | undefined)[] = []
  const note = (image: ChosenImage | null) => chosen.push(image?.file.name)
  render(
    <ImagePicker
      device="desktop"
      ratio="16:5"
      image={null}
      isTouched={false}
      disabled={false}
      onChoose={note}
      onTouch={() => undefined}
    />,
  )
  return { chosen, box: screen.getByLabelText('Desktop image') }
}

test('of two selected images the last one stays, even if the first is decoded later', async () => {
  const done = new Map<string, () => void>()
  vi.stubGlobal(
    'createImageBitmap',
    (file: File) =>
      new Promise((resolve) => {
        done.set(file.name, () => resolve({ width: 16, height: 5, close: () => undefined }))
      }),
  )
  const { chosen, box } = open()
  for (const name of ['large.png', 'small.png']) {
    await userEvent.upload(box, new File(['x'], name, { type: 'image/png' }))
  }
  done.get('small.png')?.()
  await waitFor(() => expect(chosen).toEqual(['small.png']))
  done.get('large.png')?.()
  await new Promise((resolve) => setTimeout(resolve))
  expect(chosen).toEqual(['small.png'])
})

test('a file that is no image, that is too large, or that can not be read is refused with the reason', async () => {
  vi.stubGlobal('createImageBitmap', async () => {
    throw new DOMException('', 'InvalidStateError')
  })
  const { chosen, box } = open()
  const large = new File([], 'a.png', { type: 'image/png' })
  Object.defineProperty(large, 'size', { value: 10_000_001 })
  for (const [file, message] of [
    [new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }), /^Must be a PNG, JPEG, WebP or GIF/],
    [
      new File(['<svg/>'], 'a.png', { type: 'image/png' }),
      /^The file could not be read as an image/,
    ],
    [large, /^Must be at most 10 MB/],
  ] as const) {
    fireEvent.change(box, { target: { files: [file] } })
    await screen.findByText(message)
    expect(box.getAttribute('aria-invalid')).toBe('true')
  }
  expect(chosen).toEqual([])
})
