import type { ReactNode } from 'react'
import { useProjects } from '#src/api/projects.ts'
import { formatInstant } from '#src/domain/sale/record-formats.ts'
import { figureFormat } from '#src/domain/text/mask.ts'
import { ProjectName } from '#src/projects/ProjectName.tsx'
import { AddressExplorers } from '#src/records/cells/AddressExplorers.tsx'
import { DateTime } from '#src/records/cells/DateTime.tsx'
import { RecordLink } from '#src/records/cells/RecordLink.tsx'
import { ShortLink } from '#src/records/cells/ShortLink.tsx'
import { Fact } from '#src/records/page/Facts.tsx'
import { NotesLink } from '#src/records/page/NotesLink.tsx'
import { CountryFact, originText, RecordHead } from '#src/records/page/RecordHead.tsx'
import { CopyButton } from '#src/ui/controls/CopyButton.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import type { Lead } from '#src/wire/leads.ts'
import type { WalletDetails } from '#src/wire/wallet-details.ts'
import type { Wallet } from '#src/wire/wallets.ts'

/** The page of a lead is in a list of all leads: more of one wallet are counted. */
const MAX_LEADS = 3

const Name = styled('span')`
  display: flex;
  flex: 0 1 auto;
  min-width: 0;
  max-width: 240px;
  & > * {
    align-items: center;
  }
  ${MOBILE} {
    order: -2;
    max-width: none;
  }
`
const Address = styled('span')`
  font: 500 16px/24px var(--mono);
  letter-spacing: -0.01em;
  min-width: 0;
  overflow-wrap: anywhere;
  ${MOBILE} {
    order: 1;
    flex: 1 0 100%;
    font-size: 13px;
    letter-spacing: -0.02em;
  }
`
const Copy = styled('span')`
  display: flex;
  align-items: center;
  gap: 4px;
  flex: none;
  ${MOBILE} {
    margin: -12px -12px -12px auto;
  }
`
/** On phones beside the project, above the address. */
const Notes = styled('span')`
  display: flex;
  flex: none;
  &:empty {
    display: none;
  }
  ${MOBILE} {
    order: -1;
  }
`
const Actions = styled('span')`
  display: flex;
  flex-wrap: wrap;
  gap: 8px 16px;
  margin-left: auto;
  ${MOBILE} {
    display: grid;
    gap: 8px;
    margin-left: 0;
  }
`
const Leads = styled('span')`
  display: grid;
  gap: 4px;
  min-width: 0;
  overflow-wrap: anywhere;
`
const Count = styled('button')`
  min-width: 24px;
  text-decoration: underline;
  text-decoration-color: var(--text-disabled);
  text-decoration-thickness: 1px;
  text-underline-offset: 3px;
  &:hover,
  &:focus-visible {
    color: var(--accent);
    text-decoration-color: currentColor;
  }
  ${MOBILE} {
    min-width: 44px;
    padding: 12px 0;
    margin: -12px 0;
  }
`

/** What a wallet is: its address, and where it came from. */
export function WalletHead(props: {
  details: WalletDetails
  isMasked: boolean
  action: ReactNode
  onShowReferred: () => void
}) {
  const { wallet, origin, leads, totals } = props.details
  const { project_id: project, referred_by: referrer } = wallet
  const { colours } = useProjects()
  const isMobile = useIsMobile()
  const { first_purchase: first } = origin
  return (
    <RecordHead
      label="Wallet"
      top={
        <>
          <Name>
            <ProjectName name={project} colours={colours} />
          </Name>
          <Address>{wallet.wallet_address}</Address>
          <Copy>
            <CopyButton what="wallet address" value={wallet.wallet_address} size="sm" />
            <AddressExplorers projectId={project} address={wallet.wallet_address} />
          </Copy>
          <Notes>
            <NotesLink count={wallet.notes} />
          </Notes>
          {!isMobile && <Actions>{props.action}</Actions>}
        </>
      }
      foot={isMobile ? <Actions>{props.action}</Actions> : undefined}
    >
      <Fact label="Since">
        <DateTime instant={wallet.created_at} text={formatInstant(wallet.created_at)} />
      </Fact>
      <Fact label="Referred by">
        {referrer === null ? (
          <span className="t3">Not Referred</span>
        ) : (
          <ShortLink kind="wallet" projectId={project} id={referrer} />
        )}
      </Fact>
      <Fact label="Code">
        {wallet.referral_code ? (
          <span className="mono">{wallet.referral_code}</span>
        ) : (
          <span className="t3">Default</span>
        )}
      </Fact>
      <SuccessionFacts wallet={wallet} />
      <Fact
        label={leads.length > 1 ? 'Leads' : 'Lead'}
        className={leads.length > 0 ? 'wide' : undefined}
      >
        {leads.length > 0 && <LeadLinks leads={leads} />}
      </Fact>
      <CountryFact country={origin.registration.country} />
      <Fact label="Registered from">{originText(origin.registration)}</Fact>
      <Fact label="First purchase from">
        {first === null ? <span className="t3">No purchase yet</span> : originText(first)}
      </Fact>
      <Fact label="Referred wallets">
        {totals.referred_wallets > 0 && (
          <Count type="button" onClick={props.onShowReferred}>
            <MaskableText text={figureFormat(props.isMasked).count(totals.referred_wallets)} />
          </Count>
        )}
      </Fact>
    </RecordHead>
  )
}

/** Where what the wallet is owed goes, and the wallets from which it comes. */
export function SuccessionFacts({ wallet }: { wallet: Wallet }) {
  const { project_id: project, successor, predecessors = [] } = wallet
  return (
    <>
      {successor != null && (
        <Fact label="Successor">
          <ShortLink kind="wallet" projectId={project} id={successor} />
        </Fact>
      )}
      {predecessors.length > 0 && (
        <Fact label="Successor of">
          <Leads>
            {predecessors.map((address) => (
              <ShortLink key={address} kind="wallet" projectId={project} id={address} />
            ))}
          </Leads>
        </Fact>
      )}
    </>
  )
}

function LeadLinks({ leads }: { leads: readonly Lead[] }) {
  const more = leads.length - MAX_LEADS
  return (
    <Leads>
      {leads.slice(0, MAX_LEADS).map((lead) => (
        <span key={lead.id}>
          <RecordLink kind="lead" projectId={lead.project_id} id={lead.id}>
            {lead.email ?? lead.mobile ?? `Lead ${lead.id}`}
          </RecordLink>
        </span>
      ))}
      {more > 0 && <span className="t3 small">and {more} more</span>}
    </Leads>
  )
}
