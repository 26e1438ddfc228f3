import { useQuery } from '@tanstack/react-query'
import { projectQueries } from '#src/api/projects.ts'
import type { Project } from '#src/wire/projects.ts'
import { WALLET_OVERRIDES, type Wallet } from '#src/wire/wallets.ts'
import type { OverrideField } from './override-rules.ts'
import { formatOverride } from './override-rules.ts'
import { OverrideEdit } from './OverrideEdit.tsx'

const DEFAULTS: Record<OverrideField, keyof Project> = {
  min_referral_spend: 'default_min_referral_spend',
  referral_payout_percentage: 'default_referral_payout_percentage',
  referral_token_bonus_percentage: 'default_referral_token_bonus_percentage',
}

function defaultOf(project: Project | undefined, field: OverrideField): string | null {
  const value = project?.[DEFAULTS[field]]
  return typeof value === 'number' ? formatOverride(field, value) : null
}

/** The fields of a wallet's referral overrides, each with the project's default. */
export function OverrideEdits({ wallet }: { wallet: Wallet }) {
  const settings = useQuery(projectQueries.list([wallet.project_id]))
  const project = settings.data?.find((each) => each.id === wallet.project_id)
  return WALLET_OVERRIDES.map((field) => (
    <OverrideEdit
      key={field}
      wallet={wallet}
      field={field}
      projectDefault={defaultOf(project, field)}
    />
  ))
}
