import type { ReactNode } from 'react'
import { percentText } from '#src/domain/money/decimals.ts'
import { formatCount } from '#src/domain/money/money.ts'
import { codeState, isActive } from '#src/domain/sale/code-state.ts'
import { formatInstant } from '#src/domain/sale/record-formats.ts'
import { mask } from '#src/domain/text/mask.ts'
import { RecordProject } from '#src/projects/ProjectName.tsx'
import { CodeStateBadge } from '#src/records/cells/CodeStateBadge.tsx'
import { DateTime } from '#src/records/cells/DateTime.tsx'
import { noteCount } from '#src/records/cells/note-count.tsx'
import { RecordLink } from '#src/records/cells/RecordLink.tsx'
import { UsdAmount } from '#src/records/cells/UsdAmount.tsx'
import { useInCards } from '#src/records/list/in-cards.ts'
import { Fact, Facts, None } from '#src/records/page/Facts.tsx'
import { RecordActivity } from '#src/records/page/RecordActivity.tsx'
import { defineRecord, type Dropped, type RowContext } from '#src/records/record-definition.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { useMayWrite } from '#src/state/session.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Figure } from '#src/ui/text/Figure.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { MiddleText } from '#src/ui/text/MiddleText.tsx'
import { css, styled } from '#src/ui/theme.ts'
import { bonusCodeCalls, type BonusCode } from '#src/wire/bonus-codes.ts'
import { validText } from './code-text.ts'
import { bonusCodeList } from './queries.ts'

const Noted = styled('span')`
  display: flex;
  align-items: center;
  gap: 8px;
  min-width: 0;
`
const rowCode = css`
  font-size: 13px;
  font-weight: 500;
`
const cardCode = css`
  font-size: 17px;
  line-height: 28px;
  font-weight: 500;
`

/** Bonus codes, newest first. The action of a row is Disable. */
export const bonusCodeRecord = defineRecord<BonusCode>({
  label: 'Bonus codes',
  list: bonusCodeList,
  head: {
    total: bonusCodeCalls.sumBonusCodes,
    csv: { call: bonusCodeCalls.exportBonusCodes, name: 'bonus-codes' },
    noun: 'code',
    sums: ['usd', 'tokens'],
    note: 'Of completed purchases that are not voided.',
  },
  sorts: [
    { column: null, by: 'created_at', order: 'desc', label: 'Newest first' },
    { column: 'usd', by: 'usd', order: 'desc', label: 'Highest USD first' },
    { column: 'usd', by: 'usd', order: 'asc', label: 'Lowest USD first' },
  ],
  sortsNeed: 'exports',
  isNewestFirst: false,
  live: { kinds: ['bonus_codes', 'notes'], noun: 'bonus code' },
  one: 'bonus code',
  emptyTitle: 'No bonus codes found',
  filledBy: 'Create the first one with the button below.',
  columns: [
    {
      key: 'code',
      label: 'Code',
      min: 120,
      grow: 2,
      cell: (code, context) => {
        const count = noteCount(code.notes)
        const link = (
          <CodeLink code={code} className={`mono trunc ${toneOf(code, context)} ${rowCode}`} />
        )
        if (count === null) return link
        return (
          <Noted>
            {link}
            {count}
          </Noted>
        )
      },
    },
    {
      key: 'project',
      label: 'Project',
      min: 72,
      grow: 1,
      cell: (code, context) => (
        <span className={toneOf(code, context)}>
          <RecordProject row={code} context={context} />
        </span>
      ),
    },
    {
      key: 'percentage',
      label: 'Percentage',
      min: 80,
      align: 'end',
      cell: (code, context) => (
        <span
          className={`trunc ${toneOf(code, context)}`}
          style={{ fontWeight: 500 }}
          title={percentText(code.percentage)}
        >
          <Figure text={percentText(code.percentage)} />
        </span>
      ),
    },
    {
      key: 'uses',
      label: 'Uses',
      min: 120,
      grow: 1,
      align: 'end',
      dropBelow: 808,
      cell: (code, context) => (
        <span className={`trunc ${toneOf(code, context)}`}>
          <Uses code={code} isMasked={context.privacy} />
        </span>
      ),
    },
    {
      key: 'usd',
      label: 'USD',
      min: 104,
      grow: 1,
      align: 'end',
      dropBelow: 676,
      cell: (code, context) => (
        <span className={toneOf(code, context)}>
          <UsdAmount amount={code.usd ?? null} isMasked={context.privacy} />
        </span>
      ),
    },
    {
      key: 'valid',
      label: 'Valid',
      min: 184,
      grow: 1,
      startSlot: 12,
      dropBelow: 1004,
      cell: (code) => (
        <span className={`num trunc ${code.end_date ? 't2' : 't3'}`} title={validText(code)}>
          {validText(code)}
        </span>
      ),
    },
    {
      key: 'status',
      label: 'Status',
      min: 100,
      startSlot: 12,
      cell: (code, { now }) => <CodeStateBadge state={codeState(code, now)} />,
    },
    {
      key: 'act',
      isWrite: true,
      label: 'Actions',
      min: 72,
      align: 'end',
      isLabelHidden: true,
      cell: (code, { now, onAction }) =>
        isActive(code, now) && <DisableButton onClick={() => onAction(code)} />,
    },
  ],
  cardsBelow: 548,
  card: (code, context) => ({
    label: `${code.project_id} bonus code ${code.code}`,
    head: (
      <>
        <RecordProject row={code} context={context} />
        {noteCount(code.notes)}
        <CodeStateBadge state={codeState(code, context.now)} />
      </>
    ),
    lines: [
      {
        start: <CodeLink code={code} className={`mono trunc ${cardCode}`} />,
        end: <Figure text={percentText(code.percentage)} />,
      },
      {
        start: <span className={code.end_date ? 't2' : 't3'}>{validText(code)}</span>,
        end: <Uses code={code} isMasked={context.privacy} />,
      },
      {
        start: <span className="t3">USD</span>,
        end: <UsdAmount amount={code.usd ?? null} isMasked={context.privacy} />,
      },
    ],
    foot: isActive(code, context.now) ? (
      <span className="action">
        <DisableButton onClick={() => context.onAction(code)} />
      </span>
    ) : (
      <span className="t3 small">{codeState(code, context.now)}</span>
    ),
  }),
  details: (code, dropped) => <CodeDetails code={code} dropped={dropped} />,
})

function CodeLink({ code, className }: { code: BonusCode; className: string }) {
  return (
    <RecordLink
      kind="bonus_code"
      projectId={code.project_id}
      id={code.id}
      className={className}
      title={code.code}
    >
      <MiddleText text={code.code} />
    </RecordLink>
  )
}

/** Cells of a code that can no longer be used are secondary text. */
function toneOf(code: BonusCode, { now }: RowContext<BonusCode>): string {
  return isActive(code, now) ? '' : 't2'
}

function limitText({ max_uses: limit }: BonusCode): string {
  return limit === null || limit === undefined ? 'no limit' : formatCount(limit)
}

function Uses({ code, isMasked }: { code: BonusCode; isMasked: boolean }) {
  const uses = formatCount(code.uses)
  return (
    <span className="num" title={isMasked ? undefined : `${uses} / ${limitText(code)}`}>
      <MaskableText text={isMasked ? mask('count') : uses} />
      <span className="t3"> / {limitText(code)}</span>
    </span>
  )
}

/** Disabled with its reason while offline; not for people who only look. */
function DisableButton({ onClick }: { onClick: () => void }) {
  const isOnline = useOnline()
  if (!useMayWrite()) return null
  return (
    <Button size="sm" onClick={onClick} disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}>
      Disable
    </Button>
  )
}

/** A card on a narrow phone has room for this many characters of a code. */
const WHOLE_CODE_LENGTH = 20

function CodeDetails({ code, dropped }: { code: BonusCode; dropped: Dropped }) {
  const isInCard = useInCards()
  const facts: [label: string, value: ReactNode][] = [
    ['Start date', dateTime(code.start_date)],
    ['End date', dateTime(code.end_date)],
    ['Max uses', code.max_uses === null || code.max_uses === undefined ? 'None' : limitText(code)],
    ['Tokens come from stage tokens', code.tokens_come_from_stage_tokens === 1 ? 'Yes' : 'No'],
    ['Created at', dateTime(code.created_at)],
    ['ID', code.id],
  ]
  return (
    <>
      <Facts>
        {isInCard && code.code.length > WHOLE_CODE_LENGTH && (
          <Fact label="Code" valueClass="mono">
            {code.code}
          </Fact>
        )}
        {dropped('usd')}
        {dropped('uses')}
        {dropped('valid')}
        {facts.map(([label, value]) => (
          <Fact key={label} label={label} valueClass="num">
            {value}
          </Fact>
        ))}
      </Facts>
      <RecordActivity object="bonus_code" id={code.id} projectId={code.project_id} />
    </>
  )
}

function dateTime(instant: string | null | undefined): ReactNode {
  return instant ? <DateTime instant={instant} text={formatInstant(instant)} /> : <None />
}
