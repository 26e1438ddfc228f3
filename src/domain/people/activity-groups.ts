import { canSeeFinance, isAdmin } from './roles.ts'

/** Actions that are found together. */
export interface ActivityGroup {
  /** In the page's URL. */
  value: string
  label: string
  /** For the `action` param: one that ends in a dot stands for all that begin with it. */
  actions: readonly string[]
  readers: 'any' | 'finance' | 'admin'
}

export const ACTIVITY_GROUPS: readonly ActivityGroup[] = [
  { value: 'sign-ins', label: 'Sign-ins', actions: ['session.'], readers: 'any' },
  {
    value: 'credits',
    label: 'Credits',
    actions: ['manual_transaction.', 'approval.'],
    readers: 'finance',
  },
  { value: 'voided', label: 'Voided purchases', actions: ['transaction.'], readers: 'finance' },
  { value: 'overrides', label: 'Wallet overrides', actions: ['wallet.'], readers: 'finance' },
  { value: 'bonus-codes', label: 'Bonus codes', actions: ['bonus_code.'], readers: 'finance' },
  { value: 'statements', label: 'Statements', actions: ['statement.'], readers: 'finance' },
  {
    value: 'allocation-lists',
    label: 'Allocation lists',
    actions: ['allocation_list.'],
    readers: 'finance',
  },
  {
    value: 'stages',
    label: 'Stages',
    actions: ['stages.', 'progress.'],
    readers: 'finance',
  },
  {
    value: 'chains',
    label: 'Chains',
    actions: ['chain.', 'chain_payment.'],
    readers: 'finance',
  },
  { value: 'leads', label: 'Leads', actions: ['lead.'], readers: 'any' },
  { value: 'banners', label: 'Banners', actions: ['banner.'], readers: 'any' },
  { value: 'scripts', label: 'Scripts', actions: ['seo_script.'], readers: 'any' },
  {
    value: 'settings',
    label: 'Settings',
    actions: ['project.', 'telegram_media.'],
    readers: 'any',
  },
  { value: 'notices', label: 'Notices', actions: ['notice.'], readers: 'any' },
  {
    value: 'accounts',
    label: 'Team and accounts',
    actions: ['user.', 'member.', 'push_device.', 'factor.', 'recovery_codes.', 'security_policy.'],
    readers: 'any',
  },
  { value: 'keys', label: 'Keys', actions: ['ingest_key.', 'reading_key.'], readers: 'admin' },
  { value: 'imports', label: 'Imports', actions: ['history.'], readers: 'admin' },
]

/** The groups that this role finds entries in. */
export function activityGroupsFor(role: string): ActivityGroup[] {
  return ACTIVITY_GROUPS.filter(
    ({ readers }) =>
      readers === 'any' || (readers === 'finance' ? canSeeFinance(role) : isAdmin(role)),
  )
}
