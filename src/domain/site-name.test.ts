import { expect, test } from 'vitest'
import { siteName } from './site-name.ts'

test.each([
  ['https://aura.example/buy', 'aura.example'],
  ['http://localhost:8080', 'localhost:8080'],
  ['no address', 'AURA'],
  [null, 'AURA'],
  [`https://${'a'.repeat(20)}.example`, `${'a'.repeat(20)}.example`],
  [`https://${'a'.repeat(40)}.example`, `${'a'.repeat(19)}….example`],
])('the site %s is called %s', (website_url, name) => {
  expect(siteName({ id: 'AURA', website_url })).toBe(name)
})
