import type { ReactNode } from 'react'
import { toDecimal } from '#src/domain/decimals.ts'
import { mask } from '#src/domain/mask.ts'
import { formatCount, groupDecimal } from '#src/domain/money.ts'
import { formatDay, formatDays, formatMoment } from '#src/domain/record-formats.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Fact, Facts } from '#src/ui/facts.ts'
import { Figure } from '#src/ui/Figure.tsx'
import { MaskableText } from '#src/ui/Mask.tsx'
import { Moment } from '#src/ui/Moment.tsx'
import { ProjectName } from '#src/ui/ProjectName.tsx'
import type { CardParts } from '#src/ui/RecordList.tsx'
import type { TableColumn } from '#src/ui/table-columns.ts'
import type { BonusCode } from '#src/wire/bonus-codes.ts'
import { isActive } from './code-state.ts'
import { DisableButton } from './DisableButton.tsx'

/** What a row's look depends on besides the row. */
export interface RowLook {
  colours: ReadonlyMap<string, string>
  privacy: boolean
  now: Date
  onDisable: (code: BonusCode) => void
}

export const codeColumns: readonly TableColumn[] = [
  { key: 'open', label: 'Details', track: '16px', isLabelHidden: true },
  { key: 'code', label: 'Code', track: 'minmax(0, 1fr)' },
  { key: 'project', label: 'Project', track: '96px' },
  { key: 'percentage', label: 'Percentage', track: '96px', align: 'end' },
  { key: 'uses', label: 'Uses', track: '136px', align: 'end' },
  { key: 'valid', label: 'Valid', track: '224px', startSlot: 24, hideBelow: 1200 },
  { key: 'status', label: 'Status', track: '104px' },
  { key: 'act', label: 'Actions', track: '88px', align: 'end', isLabelHidden: true },
]

function validText({ start_date: start, end_date: end }: BonusCode): string {
  if (start && end) return formatDays(start, end)
  if (end) return `Until ${formatDay(end)}`
  return start ? `From ${formatDay(start)}` : 'No end date'
}

function percentText({ percentage }: BonusCode): string {
  return `${groupDecimal(toDecimal(percentage))}%`
}

function limitText({ max_uses: limit }: BonusCode): string {
  return limit === null || limit === undefined ? 'no limit' : formatCount(limit)
}

function State({ code, look }: { code: BonusCode; look: RowLook }) {
  if (isActive(code, look.now)) return <Badge tone="positive">Active</Badge>
  return <Badge>{code.disabled === 1 ? 'Disabled' : 'Inactive'}</Badge>
}

function Uses({ code, look }: { code: BonusCode; look: RowLook }) {
  return (
    <span className="num">
      <MaskableText text={look.privacy ? mask('count') : formatCount(code.uses)} />
      <span className="t3"> / {limitText(code)}</span>
    </span>
  )
}

export function codeCells(code: BonusCode, look: RowLook): Record<string, ReactNode> {
  const tone = isActive(code, look.now) ? undefined : 't2'
  return {
    code: (
      <span className={`mono trunc ${tone ?? ''}`} style={{ fontSize: 13, fontWeight: 500 }}>
        {code.code}
      </span>
    ),
    project: (
      <span className={tone}>
        <ProjectName name={code.project_id} colour={look.colours.get(code.project_id) ?? 'grey'} />
      </span>
    ),
    percentage: (
      <span className={tone} style={{ fontWeight: 500 }}>
        <Figure text={percentText(code)} />
      </span>
    ),
    uses: (
      <span className={tone}>
        <Uses code={code} look={look} />
      </span>
    ),
    valid: (
      <span
        className={`num ${code.end_date ? 't2' : 't3'}`}
        style={{ paddingLeft: 24, whiteSpace: 'nowrap' }}
      >
        {validText(code)}
      </span>
    ),
    status: <State code={code} look={look} />,
    act: isActive(code, look.now) ? <DisableButton onClick={() => look.onDisable(code)} /> : null,
  }
}

export function codeCard(code: BonusCode, look: RowLook): CardParts {
  return {
    label: `${code.project_id} bonus code ${code.code}`,
    head: (
      <>
        <ProjectName name={code.project_id} colour={look.colours.get(code.project_id) ?? 'grey'} />
        <State code={code} look={look} />
      </>
    ),
    lines: [
      {
        start: (
          <span className="mono" style={{ fontSize: 17, lineHeight: '28px', fontWeight: 500 }}>
            {code.code}
          </span>
        ),
        end: <Figure text={percentText(code)} />,
      },
      {
        start: <span className={code.end_date ? 't2' : 't3'}>{validText(code)}</span>,
        end: <Uses code={code} look={look} />,
      },
    ],
    foot: isActive(code, look.now) ? (
      <span className="action">
        <DisableButton onClick={() => look.onDisable(code)} />
      </span>
    ) : (
      <span className="t3 small">{code.disabled === 1 ? 'Disabled' : 'Inactive'}</span>
    ),
  }
}

/** What a code opens to. */
export function CodeDetails({ code }: { code: BonusCode }) {
  const facts: [string, ReactNode][] = [
    ['Start date', moment(code.start_date)],
    ['End date', moment(code.end_date)],
    ['Max uses', code.max_uses === null || code.max_uses === undefined ? 'None' : limitText(code)],
    ['Tokens come from stage tokens', code.tokens_come_from_stage_tokens === 1 ? 'Yes' : 'No'],
    ['Created at', moment(code.created_at)],
    ['ID', code.id],
  ]
  return (
    <Facts $isSpread>
      {facts.map(([label, value]) => (
        <Fact key={label}>
          <dt>{label}</dt>
          <dd className="num">{value}</dd>
        </Fact>
      ))}
    </Facts>
  )
}

function moment(instant: string | null | undefined): ReactNode {
  if (!instant) return <span className="t3">None</span>
  return <Moment instant={instant} text={formatMoment(instant)} />
}
