import type { CorrectionKind } from './correction.ts'

interface CorrectionTexts {
  /** Of the dialog. */
  title: string
  verb: string
  busyVerb: string
  success: string
  failure: string
  /** After "whether". */
  what: string
  /** "voided" */
  done: string
  /** Another write of the same kind and record. */
  other: string
}

export const CORRECTION_TEXTS: Readonly<Record<CorrectionKind, CorrectionTexts>> = {
  void: {
    title: 'Void purchase',
    verb: 'Void',
    busyVerb: 'Voiding',
    success: 'Purchase voided',
    failure: 'Error voiding the purchase',
    what: 'the purchase was voided',
    done: 'voided',
    other: 'The void of this purchase',
  },
  restore: {
    title: 'Restore purchase',
    verb: 'Restore',
    busyVerb: 'Restoring',
    success: 'Purchase restored',
    failure: 'Error restoring the purchase',
    what: 'the purchase was restored',
    done: 'restored',
    other: 'The restoring of this purchase',
  },
  reverse: {
    title: 'Reverse credit',
    verb: 'Reverse',
    busyVerb: 'Reversing',
    success: 'Credit reversed',
    failure: 'Error reversing the credit',
    what: 'the credit was reversed',
    done: 'reversed',
    other: 'The reversal of this credit',
  },
  successor: {
    title: 'Set successor',
    verb: 'Set successor',
    busyVerb: 'Setting',
    success: 'Successor changed',
    failure: 'Error changing the successor',
    what: 'the successor was changed',
    done: 'changed',
    other: 'Another change of this successor',
  },
}
