import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { openFolder } from '#tests/support/journeys/e2e-database.ts'
import { copyDemoData } from '#tests/support/journeys/e2e-demo-data.ts'
import { startServer } from '#tests/support/journeys/e2e-server.ts'
import { ALL, expect, test, type RunningApp } from '#tests/support/journeys/e2e.ts'

// Text that buyers, ad networks and other staff can store is shown verbatim and never executed: no
// script runs, and the content security policy has nothing to block.

const ATTACK = `"><script>hit()</script><img src=x onerror=hit()>'-hit()-'`
const URL_ATTACK = 'javascript:hit()'

/** Text columns of AURA's rows, each with its injected value. */
const COLUMNS: Record<string, Record<string, string>> = {
  projects: {
    website_url: URL_ATTACK,
    buy_url: URL_ATTACK,
    project_ticker: ATTACK,
    fee_wallet_address: ATTACK,
    income_wallet_address: ATTACK,
    liquidity_wallet_address: ATTACK,
    profit_wallet_address: ATTACK,
    telegram_channel_id: ATTACK,
    telegram_message_text: ATTACK,
  },
  banners: { click_url: URL_ATTACK },
  seo_scripts: { header: ATTACK, body: ATTACK },
  leads: {
    email: ATTACK,
    mobile: ATTACK,
    preferred_contact_time: ATTACK,
    investment_amount: ATTACK,
  },
  wallets: {
    country: ATTACK,
    referrer: ATTACK,
    utm_source: ATTACK,
    utm_medium: ATTACK,
    referral_code: ATTACK,
  },
  transactions: {
    stage_name: ATTACK,
    payment_token_name: ATTACK,
    country: ATTACK,
    referrer: ATTACK,
    utm_source: ATTACK,
    utm_medium: ATTACK,
  },
  bonus_codes: { code: ATTACK },
  bonus_transactions: { identifier: ATTACK },
  manual_transactions: { reason: ATTACK, authorizer: ATTACK },
}

const SCREENS: readonly (readonly [path: string, act?: (page: Page) => Promise<void>])[] = [
  ['/', details],
  ['/transactions', openFirstRow],
  ['/manual-transactions'],
  ['/users'],
  ['/bonus-codes', openFirstRow],
  ['/leads'],
  ['/project-settings'],
  ['/seo-scripts'],
  ['/banners'],
  ['/connections', openFirstRow],
]

async function details(page: Page) {
  for (const name of ['Countries', 'Referrers', 'UTM Sources', 'UTM Plus', 'Currencies']) {
    const card = page.getByRole('region', { name })
    await card.getByRole('button', { name: 'Show all' }).click()
    // Long lists render only the rows near the screen.
    await page.getByRole('dialog').getByRole('searchbox').fill('script')
    await expect(page.getByRole('dialog')).toContainText('<script>hit()')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
}

async function openFirstRow(page: Page) {
  await page
    .getByRole('button', { expanded: false })
    .and(page.locator('main button'))
    .first()
    .click()
}

/** A server on demo data in which every text of AURA's newest rows holds a script. */
async function startWithScripts(): Promise<RunningApp> {
  const folder = await mkdtemp(path.join(tmpdir(), 'saleroom-e2e-'))
  await copyDemoData(folder)
  const database = await openFolder(folder)
  // A trigger prevents changes of credits.
  await database.query('alter table manual_transactions disable trigger user')
  for (const [table, values] of Object.entries(COLUMNS)) {
    const key = table === 'projects' ? 'id' : 'project_id'
    const sets = Object.keys(values).map((column, at) => `${column} = $${at + 1}`)
    await database.query(
      `update ${table} set ${sets.join(', ')} where ctid in
         (select ctid from ${table} where ${key} = 'AURA'
          ${table === 'projects' ? '' : 'order by created_at desc'} limit ${table === 'bonus_codes' ? 1 : 40})`,
      Object.values(values),
    )
  }
  // The demo data has no keys and no refused events.
  await database.query(
    `with key as (
       insert into ingest_keys (project_id, name, key_hash, last4, created_at)
       values ('AURA', $1, '', '<b>x', now()) returning id)
     insert into refused_events (project_id, key_id, refused_at, event_id, field, reason, event)
     select 'AURA', id, now(), $1, $1, $1, $2 from key`,
    [ATTACK, JSON.stringify({ [ATTACK]: ATTACK })],
  )
  await database.close()
  return { ...(await startServer({ SALEROOM_DATA: folder })), folder }
}

test(
  'Scripts in any text of the database are shown, and none runs',
  ALL,
  async ({ page, signIn }) => {
    const app = await startWithScripts()
    try {
      let hits = 0
      await page.exposeFunction('hit', () => {
        hits += 1
      })
      page.on('dialog', (dialog) => {
        hits += 1
        void dialog.dismiss()
      })
      await signIn(page, 'admin@saleroom.example', app)
      for (const [where, act] of SCREENS) {
        await page.goto(`${app.url}${where}?projects=AURA`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await act?.(page)
        const shown = page.getByText(where === '/banners' ? URL_ATTACK : '<script>hit()')
        await expect(
          shown.or(page.locator('input, textarea').first()).first(),
          where,
        ).toBeAttached()
        for (const link of await page.locator('a').all())
          expect(await link.getAttribute('href'), where).not.toMatch(/^\s*javascript:/i)
      }
      expect(hits).toBe(0)
    } finally {
      await page.close()
      await app.stop()
      await rm(app.folder, { recursive: true, force: true })
    }
  },
)
