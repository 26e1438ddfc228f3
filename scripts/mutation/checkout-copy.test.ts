import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '#scripts/sources.mjs'
import { CheckoutCopy } from './checkout-copy.mjs'

const checkout = mkdtempSync(path.join(tmpdir(), 'saleroom-checkout-'))
const TEST = 'double.test.ts'
const CODE = 'double.ts'
const RIGHT = 'export const double = (n: number) => n * 2\n'
const files = {
  'package.json': '{ "type": "module" }',
  [CODE]: RIGHT,
  [TEST]: [
    "import { expect, test } from 'vitest'",
    "import { double } from './double.ts'",
    "test('it doubles', () => expect(double(3)).toBe(6))",
  ].join('\n'),
}
let copy: CheckoutCopy
beforeAll(() => {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(checkout, name), text)
  symlinkSync(path.join(root, 'node_modules'), path.join(checkout, 'node_modules'))
  copy = new CheckoutCopy(checkout, Object.keys(files))
})
afterAll(() => {
  copy.close()
  rmSync(checkout, { recursive: true, force: true })
})

/** Runs the test on changed code. */
const runOn = (code: string, limitMs = 60_000) => {
  copy.write(CODE, code)
  return copy.run([TEST], { untilFailure: true, limitOf: () => limitMs })
}

test('the tests run on changed code, also after code that hung', async () => {
  expect(await runOn(RIGHT)).toMatchObject({ failures: [], isTimedOut: false })
  expect(await runOn(RIGHT.replace('*', '+'))).toMatchObject({
    failures: [{ test: TEST, reason: expect.stringContaining('it doubles') }],
    isTimedOut: false,
  })
  const hung = await runOn('export const double = (): number => { for (;;); }\n', 3000)
  expect(hung.isTimedOut).toBe(true)
  expect(await runOn(RIGHT)).toMatchObject({ failures: [], isTimedOut: false })
})
