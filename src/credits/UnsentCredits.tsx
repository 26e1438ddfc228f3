import { Link } from 'wouter'
import { correctedRecord, correctionHref } from '#src/credits/corrections/corrected-record.ts'
import { CORRECTION_TEXTS } from '#src/credits/corrections/correction-texts.ts'
import { correctionDrafts, correctionTarget } from '#src/credits/corrections/correction.ts'
import { formatId } from '#src/domain/sale/record-formats.ts'
import { shortAddress } from '#src/domain/text/text.ts'
import { PAYMENTS_HREF, transactionHref, walletHref } from '#src/records/record-hrefs.ts'
import { styled } from '#src/ui/theme.ts'
import { creditDrafts } from './credit-form.ts'

const List = styled('ul')`
  margin-top: 12px;
  & a {
    display: inline-block;
    padding: 12px 0;
    color: var(--accent);
    text-decoration: underline;
    text-underline-offset: 3px;
    overflow-wrap: anywhere;
  }
`

/** Links to the dialogs of credits and corrections that were typed and not sent: their pages may be closed. */
export function UnsentCredits({ onFollow }: { onFollow: () => void }) {
  const drafts = creditDrafts.ids().map((id) => ({ id, ...creditDrafts.read(id) }))
  const unsent = correctionDrafts.ids().flatMap((id) => correctionDrafts.read(id).subject ?? [])
  if (drafts.length === 0 && unsent.length === 0) return null
  return (
    <List aria-label="Not sent">
      {unsent.map((subject) => (
        <li key={correctionTarget(subject)}>
          <Link href={correctionHref(subject)} onClick={onFollow}>
            {CORRECTION_TEXTS[subject.kind].title}: {correctedRecord(subject)} in{' '}
            {subject.project_id}
          </Link>
        </li>
      ))}
      {drafts.map(({ id, wallet, transactionId, payment }) => {
        if (wallet === undefined) return null
        const { project_id: project, wallet_address: address } = wallet
        if (payment !== undefined)
          return (
            <li key={id}>
              <Link href={PAYMENTS_HREF} onClick={onFollow}>
                Add Tokens for a payment without a purchase in {project}
              </Link>
            </li>
          )
        const isOfWallet = transactionId === undefined
        const href = isOfWallet
          ? `${walletHref(project, address)}?action=add-tokens`
          : `${transactionHref(project, transactionId)}?action=credit`
        const textOf = (name: string) => `Add Tokens for ${name} in ${project}`
        const purchase = `transaction ${formatId(transactionId ?? '')}`
        return (
          <li key={id}>
            <Link
              href={href}
              aria-label={textOf(isOfWallet ? address : purchase)}
              onClick={onFollow}
            >
              {textOf(isOfWallet ? shortAddress(address) : purchase)}
            </Link>
          </li>
        )
      })}
    </List>
  )
}
