import { expect, test } from 'vitest'
import type { DigestFigures } from './digest-figures.ts'
import { digestMail } from './digest-mail.ts'

const CONTEXT = {
  to: 'kim@staff.example',
  publicUrl: 'https://sales.example',
  zone: 'Europe/Berlin',
  range: { start: Date.parse('2026-11-23T23:00Z'), end: Date.parse('2026-11-24T23:00Z') },
  before: { start: Date.parse('2026-11-22T23:00Z'), end: Date.parse('2026-11-23T23:00Z') },
  hidesAmounts: false,
}
const row = (label: string, amount: number, count: number) => ({
  key: label,
  label,
  isUnknown: false,
  byProject: new Map<string, { amount: number; count: number }>(),
  amount,
  count,
})
const FIGURES: DigestFigures = {
  registrations: { now: 120, before: 100 },
  money: {
    total: { now: { amount: 12_345.67, count: 31 }, before: { amount: 10_000, count: 31 } },
    projects: [
      {
        project: 'AURA',
        now: { amount: 12_000, count: 30 },
        before: { amount: 0, count: 0 },
      },
      {
        project: 'A "quoted" <b>name</b>',
        now: { amount: 345.67, count: 1 },
        before: { amount: 10_000, count: 31 },
      },
    ],
    sources: [row('google', 9000, 20)],
    countries: [row('Germany', 9000, 1)],
    codes: [{ project_id: 'AURA', code: 'NOVA50', purchases: 4, amount: '400.50' }],
    failures: { now: { failed: 3, expired: 2 }, before: { failed: 0, expired: 10 } },
    proofs: { differs: { amount: 9060, count: 7 }, openPayments: 4 },
  },
}
const LINES = [
  ['Purchases', '$12,345.67', '+23.45%, before $10,000.00'],
  ['Number of purchases', '31', '0.00%, before 31'],
  ['Registrations', '120', '+20.00%, before 100'],
  ['AURA', '$12,000.00', '30 purchases; before $0.00'],
  ['A "quoted" <b>name</b>', '$345.67', '1 purchase; −96.54%, before $10,000.00'],
  ['google', '$9,000.00', '20 purchases'],
  ['Germany', '$9,000.00', '1 purchase'],
  ['NOVA50 (AURA)', '$400.50', '4 purchases'],
  ['Failed or expired', '5', '3 failed, 2 expired; −50.00%, before 10'],
  ['Differ from the chain', '$9,060.00', '7 purchases'],
  ['Open payments', '4', 'without a purchase'],
] as const
const escaped = (text: string) =>
  text.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

test('text and HTML say the same figures', () => {
  const { to, subject, text, html = '' } = digestMail(FIGURES, CONTEXT)
  expect(to).toBe('kim@staff.example')
  expect(subject).toBe('Nov 24, 2026: $12,345.67 from 31 purchases')
  for (const [name, figure, note] of LINES) {
    expect(text).toContain(`  ${name.padEnd(22)}  ${figure} (${note})\n`)
    expect(html).toContain(
      `<td class="n">${escaped(name)}<br><small>${escaped(note)}</small></td><td class="f">${figure}</td>`,
    )
  }
  expect(text).toContain('Compared with Nov 23, 2026. Days in Europe/Berlin.')
  const link = 'https://sales.example/?period=custom&from=2026-11-24&to=2026-11-24'
  expect(text).toContain(link)
  expect(html).toContain(`href="${link.replaceAll('&', '&amp;')}"`)
  expect(html).not.toContain('<b>name')
})

test('a subject shows no amount when a locked screen must not', () => {
  const { subject } = digestMail(FIGURES, { ...CONTEXT, hidesAmounts: true })
  expect(subject).toBe('Your sales, Nov 24, 2026')
})

test('a role that sees no money gets registrations alone', () => {
  const { subject, text, html = '' } = digestMail({ ...FIGURES, money: null }, CONTEXT)
  expect(subject).toBe('Nov 24, 2026: 120 registrations')
  expect(text).toContain('Registrations  120 (+20.00%, before 100)')
  expect(`${text}${html}`).not.toContain('$')
})

test('a period without purchases says so', () => {
  const nothing = { amount: 0, count: 0 }
  const { text } = digestMail(
    {
      registrations: { now: 0, before: 0 },
      money: {
        total: { now: nothing, before: nothing },
        projects: [],
        sources: [],
        countries: [],
        codes: [],
        failures: { now: { failed: 0, expired: 0 }, before: { failed: 0, expired: 0 } },
        proofs: null,
      },
    },
    CONTEXT,
  )
  expect(text).toContain('  Purchases            $0.00 (before $0.00)')
  expect(text).toContain('Projects\n  No purchase in either period.')
  expect(text).toContain('Bonus codes\n  No purchase with a code.')
  expect(text).not.toContain('chain')
})
