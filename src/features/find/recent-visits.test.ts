import { expect, test } from 'vitest'
import { visitOf } from './recent-visits.ts'

const ADDRESS = `0x${'ab'.repeat(20)}`

test.each([
  [
    '/users/AURA/' + ADDRESS,
    '',
    { kind: 'wallet', projectId: 'AURA', id: ADDRESS, title: ADDRESS },
  ],
  [
    '/transactions/My%20sale/12',
    '?period=day',
    { kind: 'transaction', projectId: 'My sale', id: '12', title: '' },
  ],
  [
    '/bonus-codes',
    '?project=AURA&id=3',
    { kind: 'bonus_code', projectId: 'AURA', id: '3', title: '' },
  ],
  [
    '/bonus-codes/My%20sale/3',
    '',
    { kind: 'bonus_code', projectId: 'My sale', id: '3', title: '' },
  ],
  ['/leads', '?project=A%26B&id=4', { kind: 'lead', projectId: 'A&B', id: '4', title: '' }],
  ['/leads', '?project=AURA', null],
  ['/bonus-codes', '', null],
  ['/users', `?walletAddress=${ADDRESS}`, null],
  ['/', '', null],
])('opening %s%s is noted as a record or not', (pathname, search, expected) => {
  expect(visitOf({ pathname, search })).toEqual(expected)
})
