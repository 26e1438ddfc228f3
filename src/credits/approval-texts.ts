import type { ApprovalKind } from '#src/wire/approval.ts'

interface ApprovalTexts {
  /** "credit": in "Approve credit?" and "Credit approved". */
  noun: string
  /** Whether the wallet gets the tokens or loses them; null where they stay. */
  sign: '+' | '−' | null
  /** What an approval does. */
  effect: string
  /** What neither a rejection nor a cancellation does. */
  nothing: string
}

/** What is requested, by kind. */
export const APPROVAL_TEXTS: Readonly<Record<ApprovalKind, ApprovalTexts>> = {
  credit: {
    noun: 'credit',
    sign: '+',
    effect: 'The tokens are added to the wallet at once. This cannot be undone.',
    nothing: 'No tokens are added',
  },
  void: {
    noun: 'void',
    sign: '−',
    effect:
      'The purchase counts nowhere at once: figures, and the tokens and bonuses of wallets, go down. It can be restored.',
    nothing: 'The purchase still counts',
  },
  restore: {
    noun: 'restoring',
    sign: '+',
    effect:
      'The purchase counts again at once: figures, and the tokens and bonuses of wallets, go up.',
    nothing: 'The purchase stays voided',
  },
  reverse: {
    noun: 'reversal',
    sign: '−',
    effect: 'The tokens of the credit leave the wallet at once. This cannot be undone.',
    nothing: 'The wallet keeps the tokens',
  },
  successor: {
    noun: 'successor',
    sign: null,
    effect:
      'What the wallet is owed goes to its successor from then on. That can be changed again.',
    nothing: 'The successor stays as it is',
  },
}
