import type { Insertable } from 'kysely'
import type { LeadsTable } from '#server/db/schema/schema.ts'
import { DAY_MS, MINUTE_MS } from '#src/domain/time/zone.ts'
import { chance } from './random.ts'
import type { DemoSale } from './sales.ts'

const SHARE_OF_WALLETS = 0.07

const FIRST_NAMES = `mia noah lena omar ines jonas aisha luca sofia emre julia kofi
  hana pedro nora viktor maya arjun elif tomas freya diego yuki sara`.split(/\s+/)
const LAST_NAMES = `keller rossi nowak silva demir jansen okafor larsen moreau haddad
  kim novak garcia weber tanaka murphy costa berg sharma popescu`.split(/\s+/)
// Reserved for examples (RFC 2606): mail to them reaches nobody.
const DOMAINS = ['example.com', 'example.org', 'example.net']
/** Prefixes that with any three digits form numbers reserved for fiction (GB, IE, AU, DE). */
const MOBILES = ['+447700900', '+353209100', '+61255500', '+493023125'] as const

export function makeLeads({ project, wallets, start }: DemoSale, now: number, seed: string) {
  const random = chance(`${seed} ${project.id} leads`)
  const count = Math.floor(wallets.length * SHARE_OF_WALLETS)
  return Array.from({ length: count }, () => {
    const wallet = random.happens(0.7) ? random.pick(wallets) : null
    const age = random.next() * Math.max(DAY_MS, now - start)
    const name = `${random.pick(FIRST_NAMES)}.${random.pick(LAST_NAMES)}`
    const at = new Date(Math.min(now, wallet ? wallet.createdAt + 6 * MINUTE_MS : now - age))
    return {
      project_id: project.id,
      email: `${name}${random.happens(0.6) ? random.whole(1, 99) : ''}@${random.pick(DOMAINS)}`,
      is_email_verified: random.happens(0.58),
      wallet_address: wallet?.address ?? null,
      mobile: random.happens(0.62) ? `${random.pick(MOBILES)}${random.whole(100, 999)}` : null,
      preferred_contact_time: random.happens(0.5)
        ? random.pick(['Morning', 'Afternoon', 'Evening'])
        : null,
      investment_amount: random.happens(0.55)
        ? random.pick(['Under $500', '$500 to $2,000', '$2,000 to $10,000', 'Over $10,000'])
        : null,
      created_at: at,
      updated_at: at,
    } satisfies Insertable<LeadsTable>
  })
}
