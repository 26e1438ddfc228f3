import type { Tx } from '#server/db/open.ts'
import { insertMany, instant, type Column } from './bulk.ts'
import type { DemoCredit } from './credits.ts'
import type { DemoLead } from './leads.ts'

const LEADS: readonly Column<DemoLead>[] = [
  ['project_id', 'text', (lead) => lead.project],
  ['email', 'text', (lead) => lead.email],
  ['is_email_verified', 'boolean', (lead) => lead.isVerified],
  ['wallet_address', 'text', (lead) => lead.wallet],
  ['mobile', 'text', (lead) => lead.mobile],
  ['preferred_contact_time', 'text', (lead) => lead.contactTime],
  ['investment_amount', 'text', (lead) => lead.amount],
  ['created_at', 'timestamptz', (lead) => instant(lead.createdAt)],
  ['updated_at', 'timestamptz', (lead) => instant(lead.createdAt)],
]

/** Inserts credits and leads. */
export async function fillBackOffice(
  tx: Tx,
  { credits, leads }: { credits: readonly DemoCredit[]; leads: readonly DemoLead[] },
): Promise<void> {
  const users = await tx.selectFrom('users').select(['id', 'email']).execute()
  const ids = new Map(users.map(({ id, email }) => [email, id]))
  const columns: readonly Column<DemoCredit>[] = [
    ['project_id', 'text', (credit) => credit.project],
    ['wallet_address', 'text', (credit) => credit.wallet],
    ['tokens', 'numeric', (credit) => credit.tokens],
    ['reason', 'text', (credit) => credit.reason],
    ['authorizer_id', 'bigint', (credit) => ids.get(credit.authorizer) ?? null],
    ['authorizer', 'text', (credit) => credit.authorizer],
    ['created_at', 'timestamptz', (credit) => instant(credit.createdAt)],
    ['updated_at', 'timestamptz', (credit) => instant(credit.createdAt)],
  ]
  await insertMany(tx, 'manual_transactions', columns, credits.toSorted(byTime))
  await insertMany(tx, 'leads', LEADS, leads.toSorted(byTime))
}

function byTime(a: { createdAt: number }, b: { createdAt: number }): number {
  return a.createdAt - b.createdAt
}
