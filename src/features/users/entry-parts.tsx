import { Fragment, type ReactNode } from 'react'
import { TokenAmount } from '#src/records/cells/TokenAmount.tsx'
import { styled } from '#src/ui/theme.ts'
import type { Source } from '#src/wire/wallets.ts'

/** What all entries of a timeline share. */
export interface TimelineContext {
  projectId: string
  wallet: { wallet_address: string; referred_by: string | null }
  registration: Source
  isMasked: boolean
  now: Date
}

/** The parts of a row: the sentence, a line about it, the amount, and what belongs to it. */
export interface EntryParts {
  title: ReactNode
  /** Follows the time, where the row has no column for it. */
  line?: ReactNode
  amount?: ReactNode
  /** Under the amount: its unit, or what was paid. */
  unit?: ReactNode
  /** `li` elements. */
  list?: ReactNode
}

const Sign = styled('span')`
  color: var(--positive);
`

/** Tokens that a wallet got. */
export function GotTokens(props: {
  amount: string
  isMasked: boolean
  /** Of the same colour as the text around it. */
  isPlain?: boolean
}) {
  const { amount, isMasked, isPlain = false } = props
  const tokens = <TokenAmount amount={amount} isMasked={isMasked} />
  if (isMasked) return tokens
  return (
    <span>
      {isPlain ? '+' : <Sign>+</Sign>}
      {tokens}
    </span>
  )
}

/** What is known, with commas between. */
export function joined(parts: readonly ReactNode[], end = ''): ReactNode {
  const known = parts.filter((part) => part !== null && part !== false && part !== '')
  if (known.length === 0) return null
  return (
    <>
      {known.map((part, index) => (
        // The parts of a sentence never change their places.
        <Fragment key={index}>
          {index > 0 && ', '}
          {part}
        </Fragment>
      ))}
      {end}
    </>
  )
}
