import { expect, test } from 'vitest'
import { validateClickUrl, validateImage, missingImage, ratioWarning } from './banner-form.ts'

const image = (width: number, height: number) => ({ file: new File([], 'a.png'), width, height })

test.each([
  ['image/png', 10_000_000, null],
  ['image/jpeg', 1, null],
  ['image/webp', 1, null],
  ['image/gif', 1, null],
  ['image/png', 10_000_001, 'Must be at most 10 MB'],
  ['image/svg+xml', 1, 'Must be a PNG, JPEG, WebP or GIF image'],
  ['video/mp4', 1, 'Must be a PNG, JPEG, WebP or GIF image'],
  ['', 1, 'Must be a PNG, JPEG, WebP or GIF image'],
])('a file of type %j with %i bytes: %j', (type, size, error) => {
  expect(validateImage({ type, size })).toBe(error)
})

test('an image with another ratio has a warning with the expected ratio', () => {
  expect(ratioWarning('desktop', image(1600, 500), '16:5')).toBeNull()
  expect(ratioWarning('desktop', image(1600, 600), '16:5')).toBe(
    'Your desktop image has the wrong aspect ratio, it should be of ratio 16:5',
  )
  expect(ratioWarning('mobile', image(5, 4), '4:5')).toBe(
    'Your mobile image has the wrong aspect ratio, it should be of ratio 4:5',
  )
})

test('a missing image is an error', () => {
  expect(missingImage('mobile')).toBe('Must select a mobile image')
  expect(missingImage('desktop')).toBe('Must select a desktop image')
})

test.each([
  [true, 'https://aura.example/buy', null],
  [true, ' http://aura.example ', null],
  [true, '', 'Click url is invalid'],
  [true, 'aura.example', 'Click url is invalid'],
  [true, 'javascript:alert(1)', 'Click url is invalid'],
  [true, 'data:text/html,x', 'Click url is invalid'],
  [true, '//evil.example', 'Click url is invalid'],
  [true, 'https://user@evil.example', 'Click url is invalid'],
  [true, `https://a.example/${'x'.repeat(2048)}`, 'Click url is invalid'],
  [false, 'javascript:alert(1)', null],
])('with the switch %s the click url %j has the error %j', (hasClickUrl, url, error) => {
  expect(validateClickUrl(hasClickUrl, url)).toBe(error)
})
