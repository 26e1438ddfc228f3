import { expect, test } from 'vitest'
import { userName } from './command-line.ts'

test('who has no name on the machine is on record by number', () => {
  const nameless = () => {
    throw new Error('uv_os_get_passwd returned ENOENT')
  }
  expect(userName(nameless)).toBe(String(process.getuid?.()))
})
