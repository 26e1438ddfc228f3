import { expect, test } from 'vitest'
import { correctedRecord, correctionHref } from './corrected-record.ts'
import { correctionFormSchema, toCorrection, type CorrectionSubject } from './correction.ts'

const OWN = `0x${'ab'.repeat(20)}`
const NEW = `0x${'cd'.repeat(20)}`
const wallet: CorrectionSubject = {
  kind: 'successor',
  project_id: 'AURA',
  id: OWN,
  wallet_address: OWN,
}
const purchase: CorrectionSubject = { ...wallet, kind: 'void', id: '48197' }
const credit: CorrectionSubject = { ...wallet, kind: 'reverse', id: '918', tokens: '5' }

function errorOf(typed: string, current: string | null) {
  const form = { reason: 'Lost key', successor: typed }
  return correctionFormSchema(wallet, current).safeParse(form).error?.issues[0]?.message
}

test.each([
  ['', null, 'Enter the address of the new wallet'],
  ['', NEW, undefined],
  ['0x12', null, 'Must be a wallet address: 0x and 40 hexadecimal digits'],
  [OWN.toUpperCase().replace('0X', '0x'), null, 'Must be another wallet than this one'],
  [` ${NEW} `, NEW, 'This is already its successor'],
  [` ${NEW} `, null, undefined],
])('the successor %j of a wallet with %s: %s', (typed, current, message) => {
  expect(errorOf(typed, current)).toBe(message)
})

test('only a wallet has a successor, and every correction a reason', () => {
  expect(toCorrection(wallet, { reason: ' Lost key ', successor: '' })).toEqual({
    ...wallet,
    reason: 'Lost key',
    successor: null,
  })
  expect(toCorrection(purchase, { reason: 'Forged', successor: '' })).toEqual({
    ...purchase,
    reason: 'Forged',
  })
  const short = correctionFormSchema(purchase, null).safeParse({ reason: 'no', successor: '' })
  expect(short.error?.issues[0]?.message).toBe('Must be at least 4 characters')
})

test('each record is named, and its link opens the dialog', () => {
  expect([purchase, credit, wallet].map(correctedRecord)).toEqual([
    'transaction 48,197',
    'credit 918',
    '0xabababab…abab',
  ])
  expect([purchase, credit, wallet].map(correctionHref)).toEqual([
    '/transactions/AURA/48197?action=void-48197',
    '/manual-transactions?project=AURA&id=918&action=reverse-918',
    `/users/AURA/${OWN}?action=successor-${OWN}`,
  ])
})
