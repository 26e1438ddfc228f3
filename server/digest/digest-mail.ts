import type { Mail } from '#server/dependencies.ts'
import { escapeHtml } from '#server/outbound/notice-text.ts'
import {
  changePercent,
  formatChange,
  formatCount,
  formatUsd,
  pluralizeCount,
} from '#src/domain/money/money.ts'
import type { RankedRow } from '#src/domain/money/ranked-rows.ts'
import { addUnits, localDate, type TimeRange } from '#src/domain/time/calendar.ts'
import { formatDateRange } from '#src/domain/time/format-time.ts'
import type { Compared, DigestFigures, Figures } from './digest-figures.ts'

/** Where a digest goes, and what it is about. */
export interface DigestContext {
  to: string
  publicUrl: string
  zone: string
  range: TimeRange
  before: TimeRange
  /** No amount in the subject, which a locked screen shows. */
  hidesAmounts: boolean
}

/** A line of a digest: a name, its figure, and what there is to say about it. */
interface Line {
  name: string
  figure: string
  note: string
}
type Money = NonNullable<DigestFigures['money']>
interface Section {
  title: string
  lines: Line[]
  /** Instead of lines. */
  empty?: string
}

/** A digest as text and HTML. Both say the same. */
export function digestMail(figures: DigestFigures, context: DigestContext): Mail {
  const { to, publicUrl, zone, range, before, hidesAmounts } = context
  const { money } = figures
  const days = describeDays(range, zone)
  const link = `${publicUrl}/?${periodOf(range, zone)}`
  const sections = sectionsOf(figures)
  const head = {
    days,
    beside: `Compared with ${describeDays(before, zone)}. Days in ${zone}.`,
    link,
    settings: `${publicUrl}/alerts`,
  }
  const figure =
    money === null
      ? pluralizeCount(figures.registrations.now, 'registration')
      : `${formatUsd(money.total.now.amount)} from ${pluralizeCount(money.total.now.count, 'purchase')}`
  return {
    to,
    subject: hidesAmounts ? `Your sales, ${days}` : `${days}: ${figure}`,
    text: toText(head, sections),
    html: toHtml(head, sections),
  }
}

/** The first and last day of a range of whole days. */
function daysOf({ start, end }: TimeRange, zone: string): [first: string, last: string] {
  return [localDate(start, zone), localDate(addUnits(end, 'day', -1, zone), zone)]
}

/** "Nov 24, 2026", or "Nov 16 – Nov 22, 2026". */
function describeDays(range: TimeRange, zone: string): string {
  return formatDateRange(...daysOf(range, zone))
}

/** The same days on Home. */
function periodOf(range: TimeRange, zone: string): string {
  const [from, to] = daysOf(range, zone)
  return `period=custom&from=${from}&to=${to}`
}

/** "+6.83%, before $11,556.21" */
function compared(now: number, before: number, format: (value: number) => string): string {
  const change = changePercent(now, before)
  return `${change === null ? '' : `${formatChange(change)}, `}before ${format(before)}`
}

function sectionsOf({ registrations, money }: DigestFigures): Section[] {
  const totals: Line[] = [
    ...(money === null ? [] : purchaseLines(money.total)),
    {
      name: 'Registrations',
      figure: formatCount(registrations.now),
      note: compared(registrations.now, registrations.before, formatCount),
    },
  ]
  if (money === null) return [{ title: 'Total', lines: totals }]
  const { failures } = money
  const failed = failures.now.failed + failures.now.expired
  return [
    { title: 'Total', lines: totals },
    {
      title: 'Projects',
      lines: money.projects.map(({ project, now, before }) => ({
        name: project,
        figure: formatUsd(now.amount),
        note: `${pluralizeCount(now.count, 'purchase')}; ${compared(now.amount, before.amount, formatUsd)}`,
      })),
      empty: 'No purchase in either period.',
    },
    { title: 'Sources', lines: money.sources.map(rankedLine), empty: 'No purchase.' },
    { title: 'Countries', lines: money.countries.map(rankedLine), empty: 'No purchase.' },
    {
      title: 'Bonus codes',
      lines: money.codes.map(({ project_id, code, purchases, amount }) => ({
        name: `${code} (${project_id})`,
        figure: formatUsd(Number(amount)),
        note: pluralizeCount(purchases, 'purchase'),
      })),
      empty: 'No purchase with a code.',
    },
    {
      title: 'Failures',
      lines: [
        {
          name: 'Failed or expired',
          figure: formatCount(failed),
          note: `${formatCount(failures.now.failed)} failed, ${formatCount(failures.now.expired)} expired; ${compared(failed, failures.before.failed + failures.before.expired, formatCount)}`,
        },
      ],
    },
    ...(money.proofs === null ? [] : [proofSection(money.proofs)]),
  ]
}

/** What the chains say at the time of the mail, unlike the other sections. */
function proofSection({ differs, openPayments }: NonNullable<Money['proofs']>): Section {
  return {
    title: 'Proof by the chain, now',
    lines: [
      {
        name: 'Differ from the chain',
        figure: formatUsd(differs.amount),
        note: pluralizeCount(differs.count, 'purchase'),
      },
      {
        name: 'Open payments',
        figure: formatCount(openPayments),
        note: 'without a purchase',
      },
    ],
  }
}

function purchaseLines({ now, before }: Compared<Figures>): Line[] {
  return [
    {
      name: 'Purchases',
      figure: formatUsd(now.amount),
      note: compared(now.amount, before.amount, formatUsd),
    },
    {
      name: 'Number of purchases',
      figure: formatCount(now.count),
      note: compared(now.count, before.count, formatCount),
    },
  ]
}

function rankedLine({ label, amount, count }: RankedRow): Line {
  return { name: label, figure: formatUsd(amount), note: pluralizeCount(count, 'purchase') }
}

interface Head {
  days: string
  beside: string
  link: string
  settings: string
}

const WHY = 'You get this mail because you asked for it in Saleroom.'

function toText({ days, beside, link, settings }: Head, sections: readonly Section[]): string {
  const widest = Math.max(
    ...sections.flatMap(({ lines }) => lines.map(({ name }) => name.length)),
    0,
  )
  const width = Math.min(widest, 28)
  return [
    days,
    beside,
    ...sections.flatMap(({ title, lines, empty = '' }) => [
      '',
      title,
      ...(lines.length === 0
        ? [`  ${empty}`]
        : lines.map(({ name, figure, note }) => `  ${name.padEnd(width)}  ${figure} (${note})`)),
    ]),
    '',
    `Open these days: ${link}`,
    '',
    `${WHY} Change it: ${settings}`,
    '',
  ].join('\n')
}

/** The colours of a mail: those of the app, readable on white and on black. */
const STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 24px 12px; background: #ffffff; color: #0a0c0e; font: 15px/22px Inter, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; }
.box { max-width: 560px; margin: 0 auto; }
h1 { margin: 0; font-size: 22px; line-height: 28px; }
h2 { margin: 28px 0 4px; font-size: 13px; line-height: 18px; color: #4d565e; }
table { width: 100%; border-collapse: collapse; }
td { padding: 8px 0; border-top: 1px solid #dfe3e6; vertical-align: top; }
td.f { text-align: right; font-weight: 600; white-space: nowrap; padding-left: 12px; font-variant-numeric: tabular-nums; }
small, .s { font-size: 13px; line-height: 18px; font-weight: 400; color: #4d565e; }
td.n { overflow-wrap: anywhere; }
a { color: #1d5fd1; }
@media (prefers-color-scheme: dark) {
  body { background: #0a0c0e; color: #eef1f3; }
  h2, small, .s { color: #9aa4ad; }
  td { border-top-color: #23292e; }
  a { color: #7fb0ff; }
}`

/** Names come from buyers and campaigns: none is markup. */
function toHtml({ days, beside, link, settings }: Head, sections: readonly Section[]): string {
  const rows = ({ lines, empty = '' }: Section) =>
    lines.length === 0
      ? `<p class="s">${escapeHtml(empty)}</p>`
      : `<table role="presentation">${lines
          .map(
            ({ name, figure, note }) =>
              `<tr><td class="n">${escapeHtml(name)}<br><small>${escapeHtml(note)}</small></td><td class="f">${escapeHtml(figure)}</td></tr>`,
          )
          .join('')}</table>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(days)}</title>
<style>${STYLE}</style>
</head>
<body>
<div class="box">
<h1>${escapeHtml(days)}</h1>
<p class="s" style="margin:4px 0 0">${escapeHtml(beside)}</p>
${sections.map((section) => `<h2>${escapeHtml(section.title)}</h2>\n${rows(section)}`).join('\n')}
<p style="margin:28px 0 0"><a href="${escapeHtml(link)}">Open these days in Saleroom</a></p>
<p class="s" style="margin:16px 0 0">${WHY} <a href="${escapeHtml(settings)}">Change it</a></p>
</div>
</body>
</html>
`
}
