import { describe, expect, it } from 'vitest'
import type { ImportKind } from '#src/wire/imports.ts'
import { ingestEventSchema } from '#src/wire/ingest.ts'
import {
  describeAssumptions,
  IMPORT_FIELDS,
  recognizeColumns,
  validateColumns,
  withAssumed,
} from './import-columns.ts'

const recognize = (kind: ImportKind, header: string) => recognizeColumns(kind, header.split(','))

describe('columns are recognised', () => {
  it.each<[ImportKind, string, (string | null)[]]>([
    [
      'transaction',
      'tx_hash,buyer,paid_at,usd,coin,note',
      [
        'transaction_hash',
        'wallet_address',
        'created_at',
        'payment_usd_amount',
        'payment_token_name',
        null,
      ],
    ],
    ['transaction', 'ID,Tx Hash', ['transaction_id', 'transaction_hash']],
    ['transaction', 'id,transaction_id', ['id', 'transaction_id']],
    ['transaction', 'Amount,AMOUNT_USD', ['payment_token_amount', 'payment_usd_amount']],
    ['transaction', 'address,wallet_address', [null, 'wallet_address']],
    ['transaction', 'date,created_at', [null, 'created_at']],
    ['transaction', 'tokens,token', ['tokens_bought', 'payment_token_name']],
    ['wallet', 'Wallet,Date,Source', ['wallet_address', 'occurred_at', 'utm_source']],
    ['lead', 'E-Mail,phone,created_at', ['email', 'mobile', 'occurred_at']],
    ['lead', ',,', [null, null, null]],
  ])('%s: %s', (kind, header, columns) => {
    expect(recognize(kind, header)).toEqual(columns)
  })

  it('by their documented names, every field of an event', () => {
    for (const [kind, fields] of Object.entries(IMPORT_FIELDS)) {
      const event = ingestEventSchema.def.options.find(({ shape }) =>
        shape.kind.def.values.some((value) => value === kind),
      )
      // Only a site sends events that are tests.
      const names = Object.keys(event?.shape ?? {}).filter(
        (name) => name !== 'kind' && name !== 'test',
      )
      // A list that was downloaded says which purchases were voided.
      const others = kind === 'transaction' ? ['project_id', 'voided'] : ['project_id']
      expect(fields.map(({ name }) => name).toSorted()).toEqual([...names, ...others].toSorted())
      // Object.entries widens the keys.
      expect(recognizeColumns(kind as ImportKind, names)).toEqual(names)
    }
  })
})

const PURCHASE = recognize('transaction', 'tx_hash,buyer,paid_at,usd,coin')

describe('what a file lacks', () => {
  it.each<[string, ImportKind, (string | null)[], string | null]>([
    ['nothing', 'transaction', PURCHASE, null],
    ['a required field', 'wallet', ['wallet_address'], 'No column becomes Registered at'],
    [
      'fields without what they are derived from',
      'lead',
      ['occurred_at'],
      'No column becomes Email, Lead id',
    ],
    ['one column for a field', 'lead', ['email', 'email'], 'Two columns become Email'],
    ['a known field', 'lead', ['password'], 'There is no field password'],
  ])('%s', (_what, kind, columns, problem) => {
    expect(validateColumns(kind, columns)).toBe(problem)
  })

  it('is assumed only where no column holds it, in sentences', () => {
    expect(describeAssumptions('transaction', PURCHASE)).toHaveLength(3)
    const fill = withAssumed('transaction', PURCHASE)
    expect(fill({ transaction_hash: '0xa' })).toEqual({
      transaction_hash: '0xa',
      transaction_id: '0xa',
      status: 'completed',
      payment_token_amount: '0',
    })
    const columns = [...PURCHASE, 'status', 'transaction_id', 'payment_token_amount']
    expect(describeAssumptions('transaction', columns)).toEqual([])
    expect(withAssumed('transaction', columns)({ status: '' })).toEqual({ status: '' })
  })
})
