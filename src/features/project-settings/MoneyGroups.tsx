import type { ReactNode } from 'react'
import { SettingsGroup } from '#src/ui/fields/SettingsGroup.tsx'
import type { Project } from '#src/wire/projects.ts'
import { Term, type TermName } from './TermField.tsx'
import type { TermsFormState } from './use-terms-form.ts'

const FEES: readonly TermName[] = ['fee_enabled', 'fee_percentage', 'fee_wallet_address']
const PAYMENTS: readonly TermName[] = [
  'liquidity_split_enabled',
  'liquidity_split_percentage',
  'liquidity_wallet_address',
  'profit_wallet_address',
  'income_wallet_address',
]
const BANNERS: readonly TermName[] = [
  'banners_enabled',
  'banners_desktop_aspect_ratio',
  'banners_mobile_aspect_ratio',
]

type Props = {
  project: Project
  /** Null once the terms are read-only, and for all but admins. */
  termsForm: TermsFormState | null
}

/** Fees and Payments: fixed with the first completed purchase. */
export function MoneyGroups(props: Props & { action?: ReactNode }) {
  const isReadOnly = props.termsForm === null
  return (
    <>
      <SettingsGroup
        title="Fees"
        description={
          isReadOnly
            ? 'Set when the project was created.'
            : 'Can be changed here until the first completed purchase.'
        }
        isReadOnly={isReadOnly}
        action={props.action}
      >
        <Terms names={FEES} {...props} />
      </SettingsGroup>
      <SettingsGroup
        title="Payments"
        description="Where purchase income goes."
        isReadOnly={isReadOnly}
      >
        <Terms names={PAYMENTS} {...props} />
      </SettingsGroup>
    </>
  )
}

/** Whether the site has banners, and the ratios of their images. */
export function BannersGroup(props: Props) {
  return (
    <SettingsGroup
      title="Banners"
      description="Ratios of the images, as width:height."
      isReadOnly={props.termsForm === null}
    >
      <Terms names={BANNERS} {...props} />
    </SettingsGroup>
  )
}

function Terms({ names, project, termsForm }: Props & { names: readonly TermName[] }) {
  return names.map((name) => <Term key={name} name={name} project={project} form={termsForm} />)
}
