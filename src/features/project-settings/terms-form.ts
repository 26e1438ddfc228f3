import * as z from 'zod/mini'
import { parseAspectRatio } from '#src/domain/aspect-ratio.ts'
import { toDecimal } from '#src/domain/money/decimals.ts'
import { CHECKSUM_ERROR, hasValidChecksum } from '#src/domain/sale/wallet-checksum.ts'
import { numberUpTo } from '#src/wire/number-up-to.ts'
import { MAX_APY, type ProjectTerms, type ProjectTermsUpdate } from '#src/wire/project-terms.ts'
import { urlFieldSchema } from '#src/writes/url-field.ts'

/** Of a percentage, so that its fraction fits into the wire's 8 places. */
const MAX_PLACES = 6

const percentageSchema = (most: number) =>
  z.nullable(
    numberUpTo(most, 'Invalid number').check(
      z.refine(
        (value) => (toDecimal(value).split('.')[1]?.length ?? 0) <= MAX_PLACES,
        `Must have at most ${MAX_PLACES} decimal places`,
      ),
    ),
  )

const walletSchema = z.string().check(
  z.regex(/^\s*(0x[\da-f]{40})?\s*$/i, {
    error: 'Must be 0x and 40 hexadecimal digits',
    abort: true,
  }),
  z.refine((text) => hasValidChecksum(text.trim()), CHECKSUM_ERROR),
)

const ratioSchema = z
  .string()
  .check(
    z.refine(
      (text) => parseAspectRatio(text) !== null,
      'Must be a width and a height, such as 16:5',
    ),
  )

/** The terms of a sale as entered: percentages, not fractions. */
export const termsFormSchema = z
  .object({
    fee_enabled: z.boolean(),
    fee_percentage: percentageSchema(100),
    fee_wallet_address: walletSchema,
    liquidity_split_enabled: z.boolean(),
    liquidity_split_percentage: percentageSchema(100),
    liquidity_wallet_address: walletSchema,
    profit_wallet_address: walletSchema,
    income_wallet_address: walletSchema,
    staking_enabled: z.boolean(),
    staking_apy: percentageSchema(MAX_APY),
    staking_rewards_active: z.boolean(),
    default_referral_payout_percentage: percentageSchema(100),
    api_url: urlFieldSchema,
    banners_enabled: z.boolean(),
    banners_desktop_aspect_ratio: ratioSchema,
    banners_mobile_aspect_ratio: ratioSchema,
  })
  .check((check) => {
    // Money that is split off must have somewhere to go.
    for (const [flag, wallet] of Object.entries(WALLET_OF)) {
      if (check.value[flag as Split] && check.value[wallet].trim() === '')
        check.issues.push({
          code: 'custom',
          input: check.value,
          path: [wallet],
          message: 'Enter a wallet address',
        })
    }
  })
export type TermsForm = z.infer<typeof termsFormSchema>

type Split = 'fee_enabled' | 'liquidity_split_enabled'
const WALLET_OF = {
  fee_enabled: 'fee_wallet_address',
  liquidity_split_enabled: 'liquidity_wallet_address',
} as const

/** The split whose edit makes its wallet's error count. */
export const SPLIT_OF = Object.fromEntries(
  Object.entries(WALLET_OF).map(([flag, wallet]) => [wallet, flag]),
)

/** A fraction as a percentage, without the rounding of a multiplication: 0.029 is 2.9. */
const toPercentage = (fraction: number) => Number(toDecimal(fraction, 2))
const toFraction = (percentage: number | null) => Number(toDecimal(percentage ?? 0, -2))

/** The saved terms as the form shows them. */
export function toTermsForm(saved: ProjectTerms): TermsForm {
  return {
    fee_enabled: saved.fee_enabled === 1,
    fee_percentage: toPercentage(saved.fee_percentage),
    fee_wallet_address: saved.fee_wallet_address ?? '',
    liquidity_split_enabled: saved.liquidity_split_enabled === 1,
    liquidity_split_percentage: toPercentage(saved.liquidity_split_percentage),
    liquidity_wallet_address: saved.liquidity_wallet_address ?? '',
    profit_wallet_address: saved.profit_wallet_address ?? '',
    income_wallet_address: saved.income_wallet_address ?? '',
    staking_enabled: saved.staking_enabled === 1,
    staking_apy: saved.staking_apy,
    staking_rewards_active: saved.staking_rewards_active === 1,
    default_referral_payout_percentage: saved.default_referral_payout_percentage,
    api_url: saved.api_url ?? '',
    banners_enabled: saved.banners_enabled === 1,
    banners_desktop_aspect_ratio: saved.banners_desktop_aspect_ratio,
    banners_mobile_aspect_ratio: saved.banners_mobile_aspect_ratio,
  }
}

/** Stands in while the terms are not known, so that hooks have a form. */
export const NO_TERMS: ProjectTerms = {
  editable: 0,
  valid_from: new Date(0).toISOString(),
  fee_enabled: 0,
  fee_percentage: 0,
  fee_wallet_address: null,
  liquidity_split_enabled: 0,
  liquidity_split_percentage: 0,
  liquidity_wallet_address: null,
  profit_wallet_address: null,
  income_wallet_address: null,
  staking_enabled: 0,
  staking_apy: 0,
  staking_rewards_active: 0,
  default_referral_payout_percentage: 0,
  api_url: null,
  banners_enabled: 0,
  banners_desktop_aspect_ratio: '1:1',
  banners_mobile_aspect_ratio: '1:1',
}

const flag = (isOn: boolean) => (isOn ? 1 : 0)
const emptyToNull = (text: string) => (text.trim() === '' ? null : text.trim())
const withoutBlanks = (text: string) => text.replaceAll(/\s/g, '')

function toWire(form: TermsForm): Required<Omit<ProjectTermsUpdate, 'reason' | 'confirm'>> {
  return {
    fee_enabled: flag(form.fee_enabled),
    fee_percentage: toFraction(form.fee_percentage),
    fee_wallet_address: emptyToNull(form.fee_wallet_address),
    liquidity_split_enabled: flag(form.liquidity_split_enabled),
    liquidity_split_percentage: toFraction(form.liquidity_split_percentage),
    liquidity_wallet_address: emptyToNull(form.liquidity_wallet_address),
    profit_wallet_address: emptyToNull(form.profit_wallet_address),
    income_wallet_address: emptyToNull(form.income_wallet_address),
    staking_enabled: flag(form.staking_enabled),
    staking_apy: form.staking_apy ?? 0,
    staking_rewards_active: flag(form.staking_rewards_active),
    default_referral_payout_percentage: form.default_referral_payout_percentage ?? 0,
    api_url: emptyToNull(form.api_url),
    banners_enabled: flag(form.banners_enabled),
    banners_desktop_aspect_ratio: withoutBlanks(form.banners_desktop_aspect_ratio),
    banners_mobile_aspect_ratio: withoutBlanks(form.banners_mobile_aspect_ratio),
  }
}

/** The body of the PATCH: only the terms that differ from the saved ones. */
export function toTermsUpdate(saved: ProjectTerms, form: TermsForm): ProjectTermsUpdate {
  const before: Record<string, unknown> = toWire(toTermsForm(saved))
  return Object.fromEntries(
    Object.entries(toWire(form)).filter(([field, value]) => !Object.is(value, before[field])),
  )
}
