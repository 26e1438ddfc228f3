import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { ChosenImage } from './banner-form.ts'
import { ImagePicker } from './ImagePicker.tsx'

afterEach(() => vi.unstubAllGlobals())

test('of two selected images the last one stays, even if the first is decoded later', async () => {
  const done = new Map<string, () => void>()
  vi.stubGlobal(
    'createImageBitmap',
    (file: File) =>
      new Promise((resolve) => {
        done.set(file.name, () => resolve({ width: 16, height: 5, close: () => undefined }))
      }),
  )
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
  const box = screen.getByLabelText('Desktop image')
  for (const name of ['large.png', 'small.png']) {
    await userEvent.upload(box, new File(['x'], name, { type: 'image/png' }))
  }
  done.get('small.png')?.()
  await waitFor(() => expect(chosen).toEqual(['small.png']))
  done.get('large.png')?.()
  await new Promise((resolve) => setTimeout(resolve))
  expect(chosen).toEqual(['small.png'])
})
