import { ExternalLink } from 'lucide-react'
import { Link } from 'wouter'
import { formatPaid } from '#src/domain/sale/record-formats.ts'
import { mask } from '#src/domain/text/mask.ts'
import { shortAddress } from '#src/domain/text/text.ts'
import { ExplorerLink } from '#src/records/cells/ExplorerLink.tsx'
import { linkStyle } from '#src/records/cells/link-style.ts'
import { withParams } from '#src/records/page-hrefs.ts'
import { CopyButton } from '#src/ui/controls/CopyButton.tsx'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { Figure } from '#src/ui/text/Figure.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { ChainPayment } from '#src/wire/chain-payments.ts'
import { explorerLabel, hasCents } from './payment-text.ts'

const Code = styled('span')`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-width: 0;
  font: var(--t-code);
  ${MOBILE} {
    /* A larger touch target leaves the line as high as its text. */
    & button {
      margin: -12px -14px -12px -10px;
    }
  }
`
const Amount = styled('span')<{ $slot: number }>`
  display: inline-flex;
  align-items: baseline;
  max-width: 100%;
  color: var(--text-1);
  font-weight: 500;
  font-variant-numeric: tabular-nums;
  & > :first-child {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & > .unit {
    /* Without a slot the symbol gives way before the amount. */
    flex: ${(p) => (p.$slot > 0 ? 'none' : '0 1000 auto')};
    min-width: 32px;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    unicode-bidi: plaintext;
    color: var(--text-3);
    font-weight: 400;
    padding-left: 6px;
    text-align: left;
    ${(p) => (p.$slot > 0 ? `width: ${p.$slot}px;` : 'max-width: 160px;')}
  }
`

/** What was paid: dollars with cents, coins with all digits of their usual four, and the exact amount as tooltip. */
export function PaidAmount(props: {
  payment: Pick<ChainPayment, 'amount' | 'token'>
  isMasked: boolean
  /** A fixed width in px for the symbol, so that digits line up. */
  slot?: number
}) {
  const { payment, isMasked } = props
  const { amount, token } = payment
  const text = formatPaid(amount, token)
  return (
    <Amount $slot={props.slot ?? 0} title={isMasked ? token : `${amount} ${token}`}>
      {isMasked || hasCents(text) ? (
        <Figure text={isMasked ? mask('amount') : text} isWrapped />
      ) : (
        <span>{text}</span>
      )}
      <span className="unit">{token}</span>
    </Amount>
  )
}

/** Who paid: a link to the wallets with the address, and a button that copies it. */
export function Payer({ payment }: { payment: ChainPayment }) {
  const { payer } = payment
  return (
    <Code>
      <Link
        href={withParams('/users', { walletAddress: payer })}
        className={`${linkStyle} trunc`}
        title={payer}
        aria-label={payer}
      >
        {shortAddress(payer)}
      </Link>
      <CopyButton what="payer address" value={payer} />
    </Code>
  )
}

// Anything else than a web page could run here.
const isPage = (url: string | null): url is string => url !== null && /^https?:\/\//i.test(url)

/** The hash of a payment's transaction, which opens in the explorer of its chain. */
export function PaymentHash({ payment }: { payment: ChainPayment }) {
  const { transaction_hash: hash, explorer_url: url } = payment
  const text = shortAddress(hash)
  if (!isPage(url)) {
    return (
      <Code title={hash}>
        <span className="trunc">{text}</span>
        <CopyButton what="transaction hash" value={hash} />
      </Code>
    )
  }
  return (
    <Code>
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        className={linkStyle}
        title={hash}
        aria-label={explorerLabel(payment)}
      >
        {text}
      </a>
      <Icon of={ExternalLink} size={14} />
    </Code>
  )
}

/** The same as an icon, where the hash has no room. */
export const PaymentExplorer = ({ payment }: { payment: ChainPayment }) => (
  <ExplorerLink
    url={payment.explorer_url}
    value={payment.transaction_hash}
    label={explorerLabel(payment)}
  />
)
