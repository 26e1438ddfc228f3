import { useQuery } from '@tanstack/react-query'
import { projectQueries } from '#src/api/projects.ts'
import { useMayWrite } from '#src/state/session.ts'
import { SumList, SumRow } from '#src/ui/lists/SumList.tsx'
import { styled } from '#src/ui/theme.ts'
import type { Project } from '#src/wire/projects.ts'
import { WALLET_OVERRIDES, type Wallet } from '#src/wire/wallets.ts'
import type { OverrideField } from './override-rules.ts'
import { formatOverride, OVERRIDES } from './override-rules.ts'
import { OverrideEdit } from './OverrideEdit.tsx'

const Text = styled('span')`
  display: grid;
  padding: 3px 0;
`

const DEFAULTS: Record<OverrideField, keyof Project> = {
  min_referral_spend: 'default_min_referral_spend',
  referral_payout_percentage: 'default_referral_payout_percentage',
  referral_token_bonus_percentage: 'default_referral_token_bonus_percentage',
}

function defaultOf(project: Project | undefined, field: OverrideField): string | null {
  const value = project?.[DEFAULTS[field]]
  return typeof value === 'number' ? formatOverride(field, value) : null
}

/** The fields of a wallet's referral overrides, each with the project's default; text for people who only look. */
export function OverrideEdits({ wallet }: { wallet: Wallet }) {
  const mayWrite = useMayWrite()
  const settings = useQuery(projectQueries.list([wallet.project_id]))
  const project = settings.data?.find((each) => each.id === wallet.project_id)
  if (!mayWrite)
    return (
      <SumList>
        {WALLET_OVERRIDES.map((field) => (
          <OverrideText
            key={field}
            field={field}
            value={wallet[field]}
            projectDefault={defaultOf(project, field)}
          />
        ))}
      </SumList>
    )
  return WALLET_OVERRIDES.map((field) => (
    <OverrideEdit
      key={field}
      wallet={wallet}
      field={field}
      projectDefault={defaultOf(project, field)}
    />
  ))
}

function OverrideText(props: {
  field: OverrideField
  value: number | null
  projectDefault: string | null
}) {
  const { field, value, projectDefault } = props
  return (
    <SumRow label={OVERRIDES[field].label}>
      <Text className={value === null ? 't3' : undefined}>
        {formatOverride(field, value)}
        {projectDefault !== null && (
          <small>{value === null ? projectDefault : `Project default ${projectDefault}`}</small>
        )}
      </Text>
    </SumRow>
  )
}
