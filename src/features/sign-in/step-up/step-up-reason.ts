import { formatDecimal } from '#src/domain/sale/record-formats.ts'
import { mask } from '#src/domain/text/mask.ts'
import type { OpenStepUp } from '#src/session/step-up-state.ts'
import { bonusCodeCalls } from '#src/wire/bonus-codes.ts'
import { manualTransactionCalls } from '#src/wire/manual-transactions.ts'

/** Why a call needs a confirmation: a sentence, with the amount that stands out in it. */
export interface StepUpReason {
  before: string
  strong: string
  after: string
}

/** What is changed by the calls that always need a confirmation, by the beginning of "POST /team". */
const SUBJECTS: readonly [call: string, subject: string][] = [
  ['POST /approvals/:id/approve', 'Approving a credit'],
  ['POST /approvals/:id/reject', 'Rejecting a credit'],
  ['POST /seo-scripts', 'Changing scripts'],
  ['DELETE /team/:id/factors', 'Removing somebody’s second factors'],
  ['PUT /security/policy', 'Changing who needs a second factor'],
  ['POST /team', 'Changing the team'],
  ['PATCH /team', 'Changing the team'],
  ['DELETE /team', 'Changing the team'],
  ['POST /projects/:id/keys', 'Changing keys'],
  ['DELETE /projects/:id/keys', 'Changing keys'],
  ['PATCH /projects/:id/terms', 'Changing terms'],
  ['PATCH /projects/:id', 'Changing these settings'],
  ['PATCH /wallets', 'Changing a wallet’s overrides'],
  ['POST /imports', 'Importing purchases'],
  ['POST /factors/recovery-codes', 'Making recovery codes'],
  ['POST /factors', 'Adding a second factor'],
  ['DELETE /factors', 'Removing a second factor'],
]

const plain = (before: string): StepUpReason => ({ before, strong: '', after: '' })

/** The text of a field that the input of a call has. */
function fieldOf(input: unknown, name: string): string {
  const value: unknown = Object(input)[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

const isCall = (call: string, { method, path }: { method: string; path: string }) =>
  call === `${method} ${path}`

/** Why the call needs a confirmation. In privacy mode amounts and percentages are masked. */
export function stepUpReason(open: OpenStepUp, privacy: boolean): StepUpReason {
  const { call, over, params, body } = open
  if (over !== undefined && isCall(call, manualTransactionCalls.createManualTransaction)) {
    const amount = (text: string) => (privacy ? mask('amount') : formatDecimal(text, 2))
    return {
      before: 'Crediting ',
      strong: `${amount(fieldOf(body, 'tokens'))} ${fieldOf(params, 'project_id')}`,
      after: ` is above this project’s limit of ${amount(over)}.`,
    }
  }
  if (over !== undefined && isCall(call, bonusCodeCalls.createBonusCode)) {
    const percent = (text: string) => (privacy ? mask('percent') : `${text} %`)
    return {
      before: 'A bonus of ',
      strong: percent(fieldOf(body, 'percentage')),
      after: ` is above this project’s limit of ${percent(over)}.`,
    }
  }
  const subject = SUBJECTS.find(([start]) => call.startsWith(start))?.[1]
  return plain(`${subject ?? 'This change'} needs a confirmation.`)
}
