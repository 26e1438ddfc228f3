import type { Page } from '@playwright/test'
import { fetchedCode, isAtRest, watchShown } from '#tests/support/journeys/e2e-code.ts'
import type { Shown } from '#tests/support/journeys/e2e-code.ts'
import { expect, test } from '#tests/support/journeys/e2e.ts'

type Limit = { shown?: Shown; kb: number; files: number }

// A part that loads later is in the count of its time: none is left out.

/** Gzipped JavaScript, in KB of 1,000 bytes. */
const LOGIN: readonly Limit[] = [
  { shown: 'form', kb: 135, files: 20 },
  { kb: 175, files: 20 },
]
const HOME: readonly Limit[] = [
  { shown: 'chart', kb: 340, files: 20 },
  { shown: 'cards', kb: 430, files: 20 },
  { kb: 455, files: 20 },
]

async function expectWithin(limits: readonly Limit[], page: Page, lastScript: string) {
  await expect.poll(() => isAtRest(page, lastScript)).toBe(true)
  for (const { shown, kb, files } of limits) {
    const code = await fetchedCode(page, shown)
    const what = `${lastScript}, ${shown ?? 'at rest'}`
    expect.soft(code.kb, what).toBeGreaterThan(100)
    expect.soft(code.kb, what).toBeLessThanOrEqual(kb)
    expect.soft(code.files, what).toBeLessThanOrEqual(files)
  }
}

test('A browser fetches no more code than Login and Home need', async ({ page, app, signIn }) => {
  await watchShown(page)
  await page.goto(`${app.url}/login`)
  await expectWithin(LOGIN, page, 'background')
  await signIn(page, 'admin@saleroom.example')
  await expectWithin(HOME, page, 'FindEverything')
})
