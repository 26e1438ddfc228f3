import { useId } from 'react'
import { formatPaid } from '#src/domain/sale/record-formats.ts'
import { figureFormat, mask } from '#src/domain/text/mask.ts'
import { pluralize } from '#src/domain/text/text.ts'
import { Loaded } from '#src/records/page/Loaded.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Surface } from '#src/ui/Surface.ts'
import { Figure } from '#src/ui/text/Figure.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { useOpenPayments } from './payment-queries.ts'
import { describeScan, hasCents } from './payment-text.ts'

const Root = styled(Surface)`
  padding: 15px 19px 19px;
  ${MOBILE} {
    padding: 15px;
  }
`
const Head = styled('div')`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  align-items: baseline;
  gap: 4px 16px;
  & > h2 {
    font: var(--t-title);
    letter-spacing: -0.006em;
  }
  & > p {
    font: var(--t-small);
    color: var(--text-3);
    font-variant-numeric: tabular-nums;
  }
`
const Sums = styled('ul')`
  display: flex;
  flex-wrap: wrap;
  gap: 8px 48px;
  margin-top: 8px;
  & > li {
    min-width: 0;
    max-width: 100%;
  }
  ${MOBILE} {
    gap: 8px 24px;
  }
`
const Sum = styled('div')<{ $isLong: boolean }>`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0 8px;
  & > :first-child {
    min-width: 0;
    font: var(--t-figure);
    letter-spacing: -0.018em;
    font-variant-numeric: tabular-nums;
    ${(p) => (p.$isLong ? 'font-size: 16px;' : '')}
  }
  & > span:last-child {
    max-width: min(100%, 240px);
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font: var(--t-label);
    color: var(--text-2);
    unicode-bidi: plaintext;
  }
`
/** A longer amount is smaller, so that it fits the narrowest phone. */
const LONG_AMOUNT = 16

/** What the open payments come to, by token: no rate is known at which they could be added up. */
export function OpenPayments(props: {
  query: ReturnType<typeof useOpenPayments>
  isMasked: boolean
  now: Date
}) {
  const { query, isMasked, now } = props
  const { data: page } = query
  const titleId = useId()
  const count = figureFormat(isMasked).count
  return (
    <Root aria-labelledby={titleId} aria-busy={page === undefined && query.isFetching}>
      <Head>
        <h2 id={titleId}>Open payments</h2>
        <p>
          {page
            ? describeScan(page.scanned_at ?? null, now.getTime())
            : query.isFetching && <Skeleton width={240} />}
        </p>
      </Head>
      <Loaded
        query={query}
        failed="The sums did not load"
        notCached="You are offline, and the sums are not saved on this device."
        placeholder={
          <div style={{ paddingTop: 16 }}>
            <Skeleton width={160} height={32} />
          </div>
        }
      >
        {({ sums }) => (
          <Sums>
            {sums?.map(({ token, amount, payments }) => (
              <li key={token}>
                <Sum
                  $isLong={formatPaid(amount, token).length > LONG_AMOUNT}
                  title={isMasked ? token : `${amount} ${token}`}
                >
                  <TokenSum amount={amount} token={token} isMasked={isMasked} />
                  <span>{token}</span>
                </Sum>
                <span className="small t3 num">
                  <MaskableText text={count(payments)} />{' '}
                  {pluralize(payments, 'payment').replace(/^\S+ /, '')}
                </span>
              </li>
            ))}
          </Sums>
        )}
      </Loaded>
    </Root>
  )
}

function TokenSum(props: { amount: string; token: string; isMasked: boolean }) {
  const text = formatPaid(props.amount, props.token)
  if (props.isMasked) return <Figure text={mask('amount')} size="figure" />
  return hasCents(text) ? <Figure text={text} size="figure" isWrapped /> : <b>{text}</b>
}
