import {
  BanknoteArrowDown,
  Gift,
  HandCoins,
  History,
  MessageSquareText,
  ReceiptText,
  SlidersHorizontal,
  UserPlus,
  WalletMinimal,
  type LucideIcon,
} from 'lucide-react'
import { formatTime } from '#src/domain/time/format-time.ts'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { styled } from '#src/ui/theme.ts'
import type { EntryParts } from './entry-parts.tsx'
import type { TimelineRow } from './timeline-rows.ts'

/** Below this width of the timeline in px, the time stands in the line. */
const NARROW = '@container timeline (width < 520px)'

const Root = styled('li')`
  display: grid;
  grid-template-columns: 48px 28px minmax(0, 1fr) fit-content(45%);
  gap: 8px 12px;
  align-items: start;
  padding: 12px 20px;
  border-top: 1px solid var(--line);
  & > time {
    font: var(--t-small);
    line-height: 20px;
    font-variant-numeric: tabular-nums;
    color: var(--text-3);
  }
  ${NARROW} {
    /* At 320 px, a short address still fits into a line. */
    grid-template-columns: 28px minmax(0, 1fr) fit-content(38%);
    padding: 12px 16px;
    & > time {
      display: none;
    }
  }
`
const IconBox = styled('span')`
  display: grid;
  place-items: center;
  width: 28px;
  height: 28px;
  margin-top: -4px;
  border: 1px solid var(--line-strong);
  border-radius: 50%;
  background: var(--surface-2);
  color: var(--text-2);
`
const Text = styled('div')`
  display: grid;
  gap: 2px;
  min-width: 0;
  overflow-wrap: anywhere;
  & > div {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
    min-width: 0;
  }
  & > small {
    font: var(--t-small);
    font-variant-numeric: tabular-nums;
    color: var(--text-3);
  }
  & > small .mono {
    font: 400 12px/16px var(--mono);
  }
`
/** The time in the line. */
const LineTime = styled('time')`
  display: none;
  ${NARROW} {
    display: inline;
  }
`
const Amount = styled('div')`
  display: grid;
  gap: 2px;
  min-width: 0;
  text-align: right;
  font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere;
  & > small {
    font: var(--t-small);
    font-variant-numeric: tabular-nums;
    color: var(--text-3);
  }
`
const List = styled('ul')`
  grid-column: 3;
  display: grid;
  gap: 4px;
  padding-left: 12px;
  border-left: 1px solid var(--line-strong);
  & > li {
    display: flex;
    justify-content: space-between;
    gap: 16px;
    min-width: 0;
    font: var(--t-small);
    font-variant-numeric: tabular-nums;
    color: var(--text-2);
    overflow-wrap: anywhere;
  }
  & .mono {
    font: 400 12px/16px var(--mono);
  }
  ${NARROW} {
    grid-column: 2 / -1;
  }
`

const ICONS: Record<TimelineRow['entry']['kind'], LucideIcon> = {
  purchase: ReceiptText,
  bonus: Gift,
  payout: BanknoteArrowDown,
  credit: HandCoins,
  override: SlidersHorizontal,
  referral: UserPlus,
  audit: History,
  note: MessageSquareText,
  connection: WalletMinimal,
}

/** One row of a timeline: its time, its icon, and its parts. */
export function TimelineItem(props: EntryParts & { row: TimelineRow }) {
  const { kind, at } = props.row.entry
  const time = formatTime(Date.parse(at))
  return (
    <Root>
      <time dateTime={at} title={at}>
        {time}
      </time>
      <IconBox aria-hidden>
        <Icon of={ICONS[kind]} size={14} />
      </IconBox>
      <Text>
        <div>{props.title}</div>
        <small>
          <LineTime dateTime={at}>
            {time}
            {props.line !== undefined && ', '}
          </LineTime>
          {props.line}
        </small>
      </Text>
      <Amount>
        {props.amount}
        {props.unit !== undefined && <small>{props.unit}</small>}
      </Amount>
      {props.list !== undefined && <List>{props.list}</List>}
    </Root>
  )
}
