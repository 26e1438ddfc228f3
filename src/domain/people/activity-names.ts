import { capitalize, shortAddress } from '#src/domain/text/text.ts'
import type { AuditEntry } from '#src/wire/audit.ts'

/** Who did it. Attempts without a session have no person, and the server acts by itself. */
export function activityPerson({
  action,
  actor_email: email,
}: Pick<AuditEntry, 'action' | 'actor_email'>): { name: string; isPerson: boolean } {
  if (email !== null) return { name: email, isPerson: true }
  return { name: action === 'session.refused' ? 'Not signed in' : 'Saleroom', isPerson: false }
}

/** Where it came from: an address, or why there is none. */
export function activityOrigin({ actor_role: role, ip }: Pick<AuditEntry, 'actor_role' | 'ip'>): {
  name: string
} {
  return { name: ip ?? (role === 'operator' ? 'Server' : 'Not shown') }
}

/** What a record of each kind is called in a sentence. */
const NOUNS: Readonly<Record<string, string>> = {
  bonus_code: 'Bonus code',
  ingest_key: 'Key',
  manual_transaction: 'Credit',
  push_device: 'Device',
  seo_script: 'Scripts',
  user: 'Account',
}

/** "Wallet 0x4c91e07b…e1b4", "Bonus code 12", "Project AURA". */
export function recordTitle(object: string, id: string | null): string {
  const plain = object.replaceAll('_', ' ')
  const noun = NOUNS[object] ?? capitalize(plain)
  return id === null ? noun : `${noun} ${shortAddress(id)}`
}
