import { Bell, Send } from 'lucide-react'
import type { ElementType, ReactNode } from 'react'
import { reversalOf } from '#src/credits/corrections/correction.ts'
import { CorrectionButton } from '#src/credits/corrections/CorrectionButton.tsx'
import { creditedBy } from '#src/credits/purchase-credit.ts'
import { addDecimals } from '#src/domain/money/decimals.ts'
import { asSentence, canCredit } from '#src/domain/sale/purchase-status.ts'
import {
  formatDay,
  formatId,
  formatInstant,
  formatLatest,
  formatType,
} from '#src/domain/sale/record-formats.ts'
import { BonusName } from '#src/records/cells/BonusName.tsx'
import { DateTime } from '#src/records/cells/DateTime.tsx'
import { RecordLink } from '#src/records/cells/RecordLink.tsx'
import { ReversedBadge } from '#src/records/cells/ReversedBadge.tsx'
import { ShortLink } from '#src/records/cells/ShortLink.tsx'
import { StatusLabel } from '#src/records/cells/StatusLabel.tsx'
import { TokenAmount } from '#src/records/cells/TokenAmount.tsx'
import { UsdAmount } from '#src/records/cells/UsdAmount.tsx'
import { IconBox } from '#src/ui/controls/IconBox.tsx'
import { Panel } from '#src/ui/lists/Panel.tsx'
import { Badge, type BadgeTone } from '#src/ui/text/Badge.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { TransactionDetails } from '#src/wire/transaction-details.ts'
import { isHistoryPartial, NOT_CREDITABLE, stateOf, VOIDED_BONUSES } from './purchase-facts.ts'

const Row = styled('li')<{ $isTotal?: boolean; $hasAction?: boolean; as?: ElementType }>`
  display: flex;
  align-items: center;
  gap: 4px 12px;
  min-height: ${(p) => (p.$isTotal ? 44 : 56)}px;
  padding: 8px 20px;
  border-top: 1px solid var(--line);
  ${(p) => (p.$isTotal ? 'font-weight: 600;' : '')}
  & > div {
    display: grid;
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & small {
    font: var(--t-small);
    font-variant-numeric: tabular-nums;
    color: var(--text-3);
  }
  & small .mono {
    font: 400 12px/16px var(--mono);
  }
  & > .amount {
    flex: 0 1 auto;
    max-width: 50%;
    text-align: right;
    overflow-wrap: anywhere;
  }
  ${MOBILE} {
    padding: 8px 16px;
    min-height: ${(p) => (p.$isTotal ? 44 : 60)}px;
    /* The amount and the button stand below the text, which has no room beside them. */
    ${(p) =>
      p.$hasAction
        ? 'flex-wrap: wrap; & > div { flex-basis: 100%; } & > .amount { flex: 1; max-width: none; text-align: left; }'
        : ''}
  }
`
const History = styled('ol')<{ $isLong: boolean }>`
  padding: 0 20px 12px;
  margin-top: -8px;
  & > li {
    display: grid;
    grid-template-columns: ${(p) => (p.$isLong ? 88 : 64)}px minmax(0, 1fr);
    gap: 12px;
    padding: 10px 0;
  }
  & > li + li {
    border-top: 1px solid var(--line);
  }
  & time {
    font: var(--t-small);
    line-height: 20px;
    color: var(--text-3);
  }
  & small {
    display: block;
    margin-top: 2px;
    font: var(--t-small);
    color: var(--text-3);
    overflow-wrap: anywhere;
  }
  ${MOBILE} {
    padding: 0 16px 12px;
  }
`

type Props = { details: TransactionDetails; isMasked: boolean }

/** Stands for the rows of a panel without any. */
function Nothing({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Row as="div">
      <div>
        <span className="t2">{title}</span>
        <small>{children}</small>
      </div>
    </Row>
  )
}

/** The credit that made the purchase good. */
export function Credits({ details, isMasked }: Props) {
  const { credits } = details
  return (
    <Panel title="Credits">
      {credits.length === 0 &&
        (canCredit(stateOf(details)) ? (
          <Nothing title="No credit for this purchase">
            One at most. It carries this transaction and is shown on both pages.
          </Nothing>
        ) : (
          <Nothing title="None">{NOT_CREDITABLE}</Nothing>
        ))}
      {credits.length > 0 && (
        <ul>
          {credits.map((credit) => (
            <Row key={credit.id} $hasAction={credit.reversed == null}>
              <div>
                <span>
                  <RecordLink kind="credit" projectId={credit.project_id} id={credit.id}>
                    Credit {formatId(credit.id)}
                  </RecordLink>{' '}
                  <ReversedBadge credit={credit} />
                </span>
                <small>
                  {credit.reason !== null && `${asSentence(credit.reason)} `}
                  {creditedBy(credit) !== '' && `${creditedBy(credit)}, `}
                  <DateTime instant={credit.created_at} text={formatInstant(credit.created_at)} />
                  {credit.reversed != null &&
                    `. Reversed by ${credit.reversed.by}: ${credit.reversed.reason}`}
                </small>
              </div>
              <span className="amount">
                <TokenAmount
                  amount={credit.tokens}
                  unit={credit.project_id}
                  isMasked={isMasked}
                  sign={credit.reversed == null ? '+' : undefined}
                />
              </span>
              {credit.reversed == null && (
                <CorrectionButton size="sm" subject={reversalOf(credit)} />
              )}
            </Row>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** The bonuses of the purchase, of the buyer and of the referrer, and their sum. */
export function Bonuses({ details, isMasked }: Props) {
  const { bonuses, transaction } = details
  const { project_id: project, status } = transaction
  return (
    <Panel title="Bonus transactions">
      {bonuses.length === 0 && (
        <Nothing title="None">
          {status === 'completed'
            ? 'No bonus was given for this purchase.'
            : 'Bonuses are given when a purchase completes.'}
        </Nothing>
      )}
      {bonuses.length > 0 && transaction.voided != null && (
        <Row as="div">
          <span className="t2">{VOIDED_BONUSES}</span>
        </Row>
      )}
      {bonuses.length > 0 && (
        <ul>
          {bonuses.map((bonus) => (
            <Row key={bonus.id}>
              <div>
                <span>
                  <BonusName bonus={bonus} projectId={project} />
                </span>
                <small>
                  to <ShortLink kind="wallet" projectId={project} id={bonus.wallet_address} />
                </small>
              </div>
              <span className="amount">
                <TokenAmount
                  amount={bonus.bonus_token_amount}
                  isMasked={isMasked}
                  sign={transaction.voided == null ? '+' : undefined}
                />
              </span>
            </Row>
          ))}
          <Row $isTotal>
            <div>Total</div>
            <span className="amount">
              <TokenAmount
                amount={addDecimals(...bonuses.map((bonus) => bonus.bonus_token_amount))}
                unit={project}
                isMasked={isMasked}
              />
            </span>
          </Row>
        </ul>
      )}
    </Panel>
  )
}

/** What the referrer was paid for the purchase. */
export function Payouts({ details, isMasked }: Props) {
  const { payouts, transaction } = details
  return (
    <Panel title="Referral payout">
      {payouts.length === 0 && (
        <Nothing title="None">
          {transaction.status === 'completed'
            ? 'No payout was recorded for this purchase.'
            : 'Referrers are paid when a purchase completes.'}
        </Nothing>
      )}
      {payouts.length > 0 && (
        <ul>
          {payouts.map((payout) => (
            <Row key={payout.id}>
              <div>
                <span>
                  to{' '}
                  <ShortLink
                    kind="wallet"
                    projectId={payout.project_id}
                    id={payout.wallet_address}
                  />
                </span>
                <small>
                  before gas,{' '}
                  <DateTime instant={payout.created_at} text={formatInstant(payout.created_at)} />
                </small>
              </div>
              <span className="amount">
                <UsdAmount amount={payout.amount_before_gas} isMasked={isMasked} />
              </span>
            </Row>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** The statuses that the purchase had, as far as they were recorded. */
export function StatusHistory({ details }: { details: TransactionDetails }) {
  const { history, transaction, history_since: since } = details
  const start = new Date(transaction.created_at)
  const isLong = history.some(({ at }) => new Date(at).toDateString() !== start.toDateString())
  return (
    <Panel
      title="Status history"
      end={isHistoryPartial(details) && <span>History begins on {formatDay(since)}</span>}
    >
      {history.length === 0 ? (
        <Nothing title="None">
          {isHistoryPartial(details)
            ? 'The status has not changed since then.'
            : 'No status was recorded.'}
        </Nothing>
      ) : (
        <History $isLong={isLong}>
          {history.map(({ at, status, reason }, index) => (
            // A status can come back within a millisecond; the history only grows at its end.
            <li key={index}>
              <DateTime instant={at} text={formatLatest(at, start)} />
              <div>
                <StatusLabel status={status} />
                {reason !== null && <small>{reason}</small>}
              </div>
            </li>
          ))}
        </History>
      )}
    </Panel>
  )
}

const CHANNELS: Record<string, { title: string; icon: typeof Bell }> = {
  chat: { title: 'Message to the project’s channel', icon: Send },
}
const STATES: Record<string, { title: string; tone: BadgeTone }> = {
  sent: { title: 'Sent', tone: 'positive' },
  waiting: { title: 'Waiting', tone: 'warning' },
  failed: { title: 'Failed', tone: 'negative' },
}

/** The messages about the purchase. */
export function SentNotices({ details: { notices } }: { details: TransactionDetails }) {
  return (
    <Panel title="Notices sent">
      {notices.length === 0 && (
        <Nothing title="None">No message was sent about it in the last 30 days.</Nothing>
      )}
      {notices.length > 0 && (
        <ul>
          {notices.map(({ at, channel, state }, index) => (
            // Two notices can be of the same time; they never change their places.
            <Row key={index}>
              <IconBox of={CHANNELS[channel]?.icon ?? Bell} />
              <div>
                {CHANNELS[channel]?.title ?? formatType(channel)}
                <small>
                  <DateTime instant={at} text={formatInstant(at)} />
                </small>
              </div>
              <Badge tone={STATES[state]?.tone}>{STATES[state]?.title ?? formatType(state)}</Badge>
            </Row>
          ))}
        </ul>
      )}
    </Panel>
  )
}
