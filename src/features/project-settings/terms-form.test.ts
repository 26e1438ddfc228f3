import { expect, test } from 'vitest'
import {
  NO_TERMS,
  termsFormSchema,
  toTermsForm,
  toTermsUpdate,
  type TermsForm,
} from './terms-form.ts'

const WALLET = `0x${'a'.repeat(40)}`
const form = (changes: Partial<TermsForm> = {}): TermsForm => ({
  ...toTermsForm(NO_TERMS),
  ...changes,
})
const errorsOf = (changes: Partial<TermsForm>) =>
  Object.fromEntries(
    (termsFormSchema.safeParse(form(changes)).error?.issues ?? []).map(({ path, message }) => [
      path[0],
      message,
    ]),
  )

test.each([
  [2.9, 0.029],
  [0.1, 0.001],
  [0.000001, 0.00000001],
  [100, 1],
  [null, 0],
])('%s percent is the fraction %s, without rounding, and back', (percentage, fraction) => {
  const saved = { ...NO_TERMS, fee_percentage: 0.5 }
  expect(toTermsUpdate(saved, form({ fee_percentage: percentage }))).toEqual({
    fee_percentage: fraction,
  })
  expect(toTermsForm({ ...NO_TERMS, fee_percentage: fraction }).fee_percentage).toBe(
    percentage ?? 0,
  )
})

test.each([
  'fee_wallet_address',
  'liquidity_wallet_address',
  'profit_wallet_address',
  'income_wallet_address',
] as const)('%s is checked by its checksum, if it has one', (field) => {
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const wrong = address.replace('BeAed', 'BeAee')
  for (const valid of ['', address, ` ${address} `, address.toLowerCase()])
    expect(errorsOf({ [field]: valid })).toEqual({})
  expect(errorsOf({ [field]: wrong })).toEqual({
    [field]:
      'Its capital letters do not match its digits: a character may be wrong. Copy the address again.',
  })
  expect(errorsOf({ [field]: '0x12' })).toEqual({ [field]: 'Must be 0x and 40 hexadecimal digits' })
})

test('only what differs is sent, trimmed, and an empty text is null', () => {
  const saved = { ...NO_TERMS, income_wallet_address: WALLET, api_url: 'https://api.example' }
  expect(toTermsUpdate(saved, toTermsForm(saved))).toEqual({})
  const edited = {
    ...toTermsForm(saved),
    income_wallet_address: ' ',
    api_url: 'https://api.example ',
    profit_wallet_address: ` ${WALLET} `,
    banners_desktop_aspect_ratio: ' 16 : 5 ',
    staking_enabled: true,
  }
  expect(toTermsUpdate(saved, edited)).toEqual({
    income_wallet_address: null,
    profit_wallet_address: WALLET,
    banners_desktop_aspect_ratio: '16:5',
    staking_enabled: 1,
  })
})

test.each<[Partial<TermsForm>, object]>([
  [{}, {}],
  [{ fee_enabled: true, fee_wallet_address: WALLET }, {}],
  [{ fee_enabled: true }, { fee_wallet_address: 'Enter a wallet address' }],
  [{ liquidity_split_enabled: true }, { liquidity_wallet_address: 'Enter a wallet address' }],
  [
    { profit_wallet_address: '0x12' },
    { profit_wallet_address: 'Must be 0x and 40 hexadecimal digits' },
  ],
  [{ fee_percentage: 100.1 }, { fee_percentage: 'Must be less than or equal to 100' }],
  [{ fee_percentage: -1 }, { fee_percentage: 'Must be greater than or equal to 0' }],
  [{ fee_percentage: 1.2345678 }, { fee_percentage: 'Must have at most 6 decimal places' }],
  [{ staking_apy: Number.NaN }, { staking_apy: 'Invalid number' }],
  [{ api_url: 'api.example' }, { api_url: 'Must be a valid http(s) URL' }],
  [
    { banners_mobile_aspect_ratio: '4/3' },
    { banners_mobile_aspect_ratio: 'Must be a width and a height, such as 16:5' },
  ],
])('%j has the errors %j', (changes, errors) => {
  expect(errorsOf(changes)).toEqual(errors)
})
