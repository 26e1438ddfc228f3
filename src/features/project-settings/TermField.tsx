import { ReadOnlyField } from '#src/ui/fields/ReadOnlyField.tsx'
import { MAX_APY } from '#src/wire/project-terms.ts'
import type { Project } from '#src/wire/projects.ts'
import { FormNumber, FormSwitchField, FormText } from '#src/writes/form-fields.tsx'
import { ReadOnlyAddress, ReadOnlyFlag, ReadOnlyPercent } from './read-only-fields.tsx'
import type { TermsForm } from './terms-form.ts'
import type { TermsFormState } from './use-terms-form.ts'

export type TermName = keyof TermsForm

/** The label of each term, by the kind of its value. */
const FLAGS = {
  fee_enabled: 'Fee',
  liquidity_split_enabled: 'Liquidity split',
  staking_enabled: 'Staking',
  staking_rewards_active: 'Staking rewards',
  banners_enabled: 'Banners',
}
const FRACTIONS = {
  fee_percentage: 'Fee percentage',
  liquidity_split_percentage: 'Liquidity percentage',
}
const PERCENTAGES = { staking_apy: 'APY', default_referral_payout_percentage: 'Payout' }
const ADDRESSES = {
  fee_wallet_address: 'Fee wallet',
  liquidity_wallet_address: 'Liquidity wallet',
  profit_wallet_address: 'Profit wallet',
  income_wallet_address: 'Income wallet',
}
const TEXTS = {
  api_url: 'API URL',
  banners_desktop_aspect_ratio: 'Desktop aspect ratio',
  banners_mobile_aspect_ratio: 'Mobile aspect ratio',
}

const isIn = <Table extends object>(table: Table, name: string): name is keyof Table & string =>
  Object.hasOwn(table, name)

/** One term: a field while `form` is given, else its present value in `project`. */
export function Term(props: {
  name: TermName
  project: Project
  form: TermsFormState | null
  /** As high as an input, for a row with one. */
  isTall?: boolean
}) {
  const { name, form } = props
  return form === null ? <ReadOnlyTerm {...props} /> : <TermField name={name} form={form} />
}

/** The field of one term. */
export function TermField({ name, form }: { name: TermName; form: TermsFormState }) {
  if (isIn(FLAGS, name)) return <FormSwitchField form={form} name={name} label={FLAGS[name]} />
  if (isIn(ADDRESSES, name))
    return (
      <FormText
        form={form}
        name={name}
        label={ADDRESSES[name]}
        isMono
        spellCheck={false}
        placeholder="0x…"
      />
    )
  if (isIn(TEXTS, name))
    return (
      <FormText
        form={form}
        name={name}
        label={TEXTS[name]}
        {...(name === 'api_url' ? { inputMode: 'url' as const } : {})}
      />
    )
  return (
    <FormNumber
      form={form}
      name={name}
      label={isIn(FRACTIONS, name) ? FRACTIONS[name] : PERCENTAGES[name]}
      suffix="%"
      min={0}
      max={name === 'staking_apy' ? MAX_APY : 100}
    />
  )
}

function ReadOnlyTerm(props: { name: TermName; project: Project; isTall?: boolean }) {
  const { name, project, isTall = false } = props
  if (isIn(FLAGS, name))
    return <ReadOnlyFlag label={FLAGS[name]} flag={project[name]} isTall={isTall} />
  if (isIn(ADDRESSES, name))
    return <ReadOnlyAddress label={ADDRESSES[name]} address={project[name]} />
  if (isIn(FRACTIONS, name))
    return <ReadOnlyPercent label={FRACTIONS[name]} fraction={project[name] ?? null} />
  if (isIn(PERCENTAGES, name))
    return (
      <ReadOnlyPercent label={PERCENTAGES[name]} percent={project[name] ?? null} isTall={isTall} />
    )
  const text = project[name]
  if (text === null) return <ReadOnlyField label={TEXTS[name]}>None</ReadOnlyField>
  if (name !== 'api_url') return <ReadOnlyField label={TEXTS[name]}>{text}</ReadOnlyField>
  return (
    <ReadOnlyField label={TEXTS[name]} copy={{ what: TEXTS[name], value: text }}>
      <span className="mono">{text}</span>
    </ReadOnlyField>
  )
}
