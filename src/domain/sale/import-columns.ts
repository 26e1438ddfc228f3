import type { CellReading, ImportKind } from '#src/wire/imports.ts'
import { AMOUNT_READINGS, DATE_READINGS } from './import-cells.ts'

/** A field that a column of a file can become. */
export interface ImportField {
  name: string
  label: string
  isRequired?: true
  /** Other names of the column, in small letters and digits only, the most telling first. */
  synonyms: readonly string[]
}

type CellKind = 'amount' | 'time' | 'status' | 'flag' | 'email'

const CELL_KINDS: Readonly<Partial<Record<string, CellKind>>> = {
  occurred_at: 'time',
  created_at: 'time',
  payment_usd_amount: 'amount',
  payment_token_amount: 'amount',
  tokens_bought: 'amount',
  bonus_token_amount: 'amount',
  amount_before_gas: 'amount',
  status: 'status',
  is_email_verified: 'flag',
  email: 'email',
}

/** How the cells of a field are read; undefined for text. */
export const cellKindOf = (field: string): CellKind | undefined => CELL_KINDS[field]

/** The readings that a field's ambiguous cells can have; none if they are never ambiguous. */
export function readingsOf(field: string): readonly CellReading[] {
  const kind = cellKindOf(field)
  if (kind === 'amount') return AMOUNT_READINGS
  return kind === 'time' ? DATE_READINGS : []
}

/** The readings of all fields, for a file whose columns are all written in the same way. */
export function readAll(chosen: readonly CellReading[]): Partial<Record<string, CellReading>> {
  return Object.fromEntries(
    Object.keys(CELL_KINDS).flatMap((field) => {
      const reading = chosen.find((one) => readingsOf(field).includes(one))
      return reading === undefined ? [] : [[field, reading]]
    }),
  )
}

const ADDRESS = [
  'wallet',
  'walletaddress',
  'buyer',
  'buyeraddress',
  'address',
  'investor',
  'account',
]
const EMAIL = ['mail', 'emailaddress', 'email']
const TIMES = [
  'datetime',
  'timestamp',
  'date',
  'time',
  'created',
  'createdon',
  'createdate',
  'createddate',
  'transactiondate',
  'unixtimestamp',
  'blocktimestamp',
  'blocktime',
]

const field = (name: string, label: string, synonyms: readonly string[] = []): ImportField => ({
  name,
  label,
  synonyms,
})
const required = (...args: Parameters<typeof field>): ImportField => ({
  ...field(...args),
  isRequired: true,
})

const EVENT_ID = field('id', 'Event id', ['eventid'])
const PROJECT = field('project_id', 'Project', ['project', 'projectid'])
const SOURCES = [
  field('country', 'Country', ['countrycode', 'nation']),
  field('referrer', 'Referrer', ['referer', 'ref']),
  field('utm_source', 'UTM source', ['source']),
  field('utm_medium', 'UTM medium', ['medium']),
]

/** The fields of each kind, as docs/connecting-a-sale.md describes them. Earlier ones are matched first. */
export const IMPORT_FIELDS: Readonly<Record<ImportKind, readonly ImportField[]>> = {
  transaction: [
    field('transaction_hash', 'Transaction hash', [
      'txhash',
      'transactionhash',
      'hash',
      'tx',
      'txid',
    ]),
    required('wallet_address', 'Wallet address', [
      ...ADDRESS,
      'from',
      'sender',
      'fromaddress',
      'senderaddress',
      'payer',
      'customerwallet',
    ]),
    required('created_at', 'Created at', ['createdat', 'paidat', 'purchasedat', ...TIMES]),
    required('payment_usd_amount', 'USD', [
      'usd',
      'amountusd',
      'usdamount',
      'usdvalue',
      'valueusd',
      'usdvaluedayoftx',
      'valueinusd',
      'amountinusd',
      'paymentusd',
      'usdsubtotal',
      'subtotalusd',
      'totalusd',
      'usdtotal',
    ]),
    required('payment_token_name', 'Payment token', [
      'coin',
      'currency',
      'token',
      'paymenttoken',
      'paymentcurrency',
      'tokensymbol',
      'symbol',
      'asset',
      'cryptocurrency',
    ]),
    field('payment_token_amount', 'Payment amount', [
      'amount',
      'paymentamount',
      'tokenamount',
      'tokenvalue',
      'quantity',
      'quantitytransacted',
      'amountpaid',
      'paid',
      'value',
    ]),
    required('transaction_id', 'Transaction id', ['transactionid', 'purchaseid', 'orderid', 'id']),
    field('status', 'Status', ['state']),
    field('status_reason', 'Status reason', ['statusreason', 'reason', 'failurereason', 'error']),
    field('tokens_bought', 'Tokens bought', ['tokens', 'tokensbought', 'bought']),
    field('stage_name', 'Stage', ['stage', 'stagename', 'round']),
    field('occurred_at', 'State as of', ['updatedat', 'updated', 'changedat']),
    field('type', 'Type', ['paymenttype']),
    field('voided', 'Voided', ['voidedat']),
    ...SOURCES,
    EVENT_ID,
    PROJECT,
  ],
  wallet: [
    required('wallet_address', 'Wallet address', ADDRESS),
    required('occurred_at', 'Registered at', [
      'registeredat',
      'createdat',
      'joinedat',
      'registered',
      'joined',
      ...TIMES,
    ]),
    ...SOURCES,
    field('referred_by', 'Referred by', ['referredby', 'invitedby']),
    field('referral_code', 'Referral code', ['referralcode', 'refcode']),
    EVENT_ID,
    PROJECT,
  ],
  lead: [
    required('email', 'Email', EMAIL),
    required('occurred_at', 'Left at', ['createdat', 'submittedat', 'leftat', ...TIMES]),
    required('lead_id', 'Lead id', ['leadid', 'id']),
    field('is_email_verified', 'Email verified', ['verified', 'emailverified', 'isverified']),
    field('wallet_address', 'Wallet address', ADDRESS),
    field('mobile', 'Mobile', ['phone', 'phonenumber', 'tel', 'telephone']),
    field('preferred_contact_time', 'Preferred contact time', ['contacttime', 'preferredtime']),
    field('investment_amount', 'Investment amount', ['investment', 'amount', 'budget']),
    EVENT_ID,
    PROJECT,
  ],
}

/** A field that the rows get although no column holds it. */
interface Assumption {
  field: string
  /** A field that must be there instead. */
  from?: string
  value?(cells: Readonly<Record<string, string>>): string
  text: string
}

const ASSUMPTIONS: Readonly<Record<ImportKind, readonly Assumption[]>> = {
  transaction: [
    {
      field: 'transaction_id',
      from: 'transaction_hash',
      text: 'The transaction hash is the id of the purchase.',
    },
    { field: 'status', value: () => 'completed', text: 'Every purchase is completed.' },
    {
      field: 'payment_usd_amount',
      from: 'payment_token_amount',
      // With another currency it is refused, and the reason names it.
      value: ({ payment_token_amount: amount = '', payment_token_name: currency = '' }) =>
        amount === '' || /^usd$/i.test(currency.trim()) ? amount : `${amount} ${currency}`,
      text: 'A payment in USD counts as its amount. Rows in other currencies are refused: they have no USD amount.',
    },
    {
      field: 'payment_token_amount',
      value: () => '0',
      text: 'The amount in the payment token is stored as 0. The USD amount counts in the figures.',
    },
  ],
  wallet: [],
  lead: [{ field: 'lead_id', from: 'email', text: 'The email address is the id of the lead.' }],
}

type Columns = readonly (string | null)[]

/** "Created date (UTC)" is "createddate": what stands in brackets says the zone or the origin. */
const plain = (name: string) =>
  name
    .toLowerCase()
    .replace(/\((?:utc|gmt|metadata)\)\s*$/, '')
    .replaceAll(/[^a-z0-9]/g, '')

/** The field that each column most likely becomes; null for one that is not recognised. */
export function recognizeColumns(kind: ImportKind, header: readonly string[]): (string | null)[] {
  const columns: (string | null)[] = header.map(() => null)
  const names = header.map(plain)
  for (const { name, synonyms } of IMPORT_FIELDS[kind]) {
    const at = [plain(name), ...synonyms]
      .map((one) => names.findIndex((other, n) => other === one && columns[n] === null))
      .find((n) => n !== -1)
    if (at !== undefined) columns[at] = name
  }
  return columns
}

function assumed(kind: ImportKind, columns: Columns): Assumption[] {
  return ASSUMPTIONS[kind].filter(
    (one) => !columns.includes(one.field) && (one.from === undefined || columns.includes(one.from)),
  )
}

/** What the rows get although no column holds it, in sentences. */
export function describeAssumptions(kind: ImportKind, columns: Columns): string[] {
  return assumed(kind, columns).map(({ text }) => text)
}

/** A row's cells with what is assumed for all rows. */
export function withAssumed(
  kind: ImportKind,
  columns: Columns,
): (cells: Record<string, string>) => Record<string, string> {
  const list = assumed(kind, columns)
  return (cells) => {
    const filled = { ...cells }
    for (const { field: name, from = '', value } of list)
      filled[name] = value?.(cells) ?? cells[from] ?? ''
    return filled
  }
}

/** Why a file can't be imported with these columns; null if it can. */
export function validateColumns(kind: ImportKind, columns: Columns): string | null {
  const fields = IMPORT_FIELDS[kind]
  const mapped = columns.filter((name) => name !== null)
  const unknown = mapped.find((name) => !fields.some((one) => one.name === name))
  if (unknown !== undefined) return `There is no field ${unknown}`
  const twice = mapped.find((name, at) => mapped.indexOf(name) !== at)
  if (twice !== undefined) return `Two columns become ${labelOf(kind, twice)}`
  const known = new Set([...mapped, ...assumed(kind, columns).map((one) => one.field)])
  const missing = fields.filter(({ name, isRequired }) => isRequired === true && !known.has(name))
  if (missing.length === 0) return null
  return `No column becomes ${missing.map(({ label }) => label).join(', ')}`
}

/** The field whose column holds a field: for an assumed one, the field that it is derived from. */
export function sourceOf(kind: ImportKind, columns: Columns, name: string): string {
  return assumed(kind, columns).find((one) => one.field === name)?.from ?? name
}

/** The name of a field on the screen. */
export function labelOf(kind: ImportKind, name: string): string {
  return IMPORT_FIELDS[kind].find((one) => one.name === name)?.label ?? name
}
