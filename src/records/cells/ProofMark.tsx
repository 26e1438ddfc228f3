import {
  Shield,
  ShieldAlert,
  ShieldCheck,
  ShieldEllipsis,
  ShieldOff,
  type LucideIcon,
} from 'lucide-react'
import { proofCardText, proofMarkText, proofReasonText } from '#src/domain/sale/proof-text.ts'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { styled } from '#src/ui/theme.ts'
import type { Proof } from '#src/wire/proofs.ts'

const SHIELDS = new Map<string, LucideIcon>([
  ['proven', ShieldCheck],
  ['waiting', ShieldEllipsis],
  ['differs', ShieldAlert],
  ['not_checkable', ShieldOff],
])

/** The shield of a state; a plain one for a state that a newer server adds. */
export const shieldOf = (state: string): LucideIcon => SHIELDS.get(state) ?? Shield

const COLOURS = new Map([
  ['differs', 'var(--negative)'],
  ['not_checkable', 'var(--text-disabled)'],
])

const Box = styled('span')<{ $state: string }>`
  display: inline-grid;
  flex: none;
  place-items: center;
  width: 16px;
  height: 16px;
  color: ${(p) => COLOURS.get(p.$state) ?? 'var(--text-3)'};
`
const Words = styled('span')<{ $isBad: boolean }>`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  font: var(--t-small);
  font-variant-numeric: tabular-nums;
  ${(p) => (p.$isBad ? 'color: var(--negative); font-weight: 500;' : 'color: var(--text-3);')}
`
const Reason = styled('small')`
  padding-left: 14px;
  font: 500 12px/16px var(--font);
  color: var(--negative);
`

/** The shield of a state, beside its name. */
export function ProofShield({ state }: { state: string }) {
  return (
    <Box $state={state} aria-hidden>
      <Icon of={shieldOf(state)} size={14} />
    </Box>
  )
}

/** What the chain says of a purchase, as a shield that is named by it. Nothing without a proof. */
export function ProofMark({ proof }: { proof: Proof | null | undefined }) {
  if (proof == null) return null
  const text = proofMarkText(proof)
  return (
    <Box $state={proof.state} role="img" aria-label={text} title={text}>
      <Icon of={shieldOf(proof.state)} size={14} />
    </Box>
  )
}

/** Why a purchase differs, under its status. Nothing for any other. */
export function ProofReasonLine({ proof }: { proof: Proof | null | undefined }) {
  if (proof?.state !== 'differs') return null
  const reason = proofReasonText(proof)
  return (
    reason !== null && (
      <Reason className="trunc" title={reason}>
        {reason}
      </Reason>
    )
  )
}

/** The shield with its words, on a card. */
export function ProofWords({ proof }: { proof: Proof }) {
  return (
    <Words $isBad={proof.state === 'differs'} title={proofMarkText(proof)}>
      <ProofShield state={proof.state} />
      {proofCardText(proof)}
    </Words>
  )
}
