import type { ReactNode } from 'react'
import { toDecimal } from '#src/domain/decimals.ts'
import { mask } from '#src/domain/mask.ts'
import { formatCount, groupDecimal } from '#src/domain/money.ts'
import { formatDay, formatDays, formatInstant } from '#src/domain/record-formats.ts'
import { Badge, type BadgeTone } from '#src/ui/Badge.tsx'
import { Fact, Facts } from '#src/records/facts.ts'
import { Figure } from '#src/ui/Figure.tsx'
import { useInCards } from '#src/records/in-cards.ts'
import { MaskableText } from '#src/ui/Mask.tsx'
import { DateTime } from '#src/records/DateTime.tsx'
import { ProjectName } from '#src/records/ProjectName.tsx'
import type { CardParts, Dropped } from '#src/records/RecordList.tsx'
import type { TableColumn } from '#src/records/table-columns.ts'
import type { BonusCode } from '#src/wire/bonus-codes.ts'
import { codeState, isActive, type CodeState } from './code-state.ts'
import { DisableButton } from './DisableButton.tsx'

/** What a row's look depends on besides the row. */
export interface RowContext {
  colours: ReadonlyMap<string, string>
  privacy: boolean
  now: Date
  onDisable: (code: BonusCode) => void
}

export const codeColumns: readonly TableColumn[] = [
  { key: 'open', label: 'Details', min: 16, isLabelHidden: true },
  { key: 'code', label: 'Code', min: 120, grow: 2 },
  { key: 'project', label: 'Project', min: 72, grow: 1 },
  { key: 'percentage', label: 'Percentage', min: 80, align: 'end' },
  { key: 'uses', label: 'Uses', min: 120, grow: 1, align: 'end', dropBelow: 680 },
  { key: 'valid', label: 'Valid', min: 184, grow: 1, startSlot: 12, dropBelow: 876 },
  { key: 'status', label: 'Status', min: 88 },
  { key: 'act', label: 'Actions', min: 72, align: 'end', isLabelHidden: true },
]
export const CODE_CARDS_BELOW_PX = 548

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

const TONES: Record<CodeState, BadgeTone> = {
  Scheduled: 'info',
  Active: 'positive',
  Ended: 'neutral',
  'Used up': 'warning',
  Disabled: 'line',
}

function State({ code, look }: { code: BonusCode; look: RowContext }) {
  const state = codeState(code, look.now)
  return <Badge tone={TONES[state]}>{state}</Badge>
}

function Uses({ code, look }: { code: BonusCode; look: RowContext }) {
  return (
    <span
      className="num"
      title={look.privacy ? undefined : `${formatCount(code.uses)} / ${limitText(code)}`}
    >
      <MaskableText text={look.privacy ? mask('count') : formatCount(code.uses)} />
      <span className="t3"> / {limitText(code)}</span>
    </span>
  )
}

export function codeCells(code: BonusCode, look: RowContext): Record<string, ReactNode> {
  const tone = isActive(code, look.now) ? undefined : 't2'
  return {
    code: (
      <span
        className={`mono trunc ${tone ?? ''}`}
        style={{ fontSize: 13, fontWeight: 500 }}
        title={code.code}
      >
        {code.code}
      </span>
    ),
    project: (
      <span className={tone}>
        <ProjectName name={code.project_id} colour={look.colours.get(code.project_id) ?? 'grey'} />
      </span>
    ),
    percentage: (
      <span className={`trunc ${tone ?? ''}`} style={{ fontWeight: 500 }} title={percentText(code)}>
        <Figure text={percentText(code)} />
      </span>
    ),
    uses: (
      <span className={`trunc ${tone ?? ''}`}>
        <Uses code={code} look={look} />
      </span>
    ),
    valid: (
      <span className={`num trunc ${code.end_date ? 't2' : 't3'}`} title={validText(code)}>
        {validText(code)}
      </span>
    ),
    status: <State code={code} look={look} />,
    act: isActive(code, look.now) ? <DisableButton onClick={() => look.onDisable(code)} /> : null,
  }
}

export function codeCard(code: BonusCode, look: RowContext): CardParts {
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
          <span
            className="mono trunc"
            style={{ fontSize: 17, lineHeight: '28px', fontWeight: 500 }}
            title={code.code}
          >
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
      <span className="t3 small">{codeState(code, look.now)}</span>
    ),
  }
}

/** A card of a narrow phone has room for so many characters of a code. */
const WHOLE_CODE_LENGTH = 20

/** What a code opens to. */
export function CodeDetails({ code, dropped }: { code: BonusCode; dropped: Dropped }) {
  const isInCard = useInCards()
  const facts: [string, ReactNode][] = [
    ['Start date', moment(code.start_date)],
    ['End date', moment(code.end_date)],
    ['Max uses', code.max_uses === null || code.max_uses === undefined ? 'None' : limitText(code)],
    ['Tokens come from stage tokens', code.tokens_come_from_stage_tokens === 1 ? 'Yes' : 'No'],
    ['Created at', moment(code.created_at)],
    ['ID', code.id],
  ]
  return (
    <Facts>
      {isInCard && code.code.length > WHOLE_CODE_LENGTH && (
        <Fact>
          <dt>Code</dt>
          <dd className="mono">{code.code}</dd>
        </Fact>
      )}
      {dropped('uses')}
      {dropped('valid')}
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
  return <DateTime instant={instant} text={formatInstant(instant)} />
}
