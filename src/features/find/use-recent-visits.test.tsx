import { useQuery } from '@tanstack/react-query'
import { act } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { walletQueries } from '#src/records/wallet-queries.ts'
import { noteRecent, readRecents } from '#src/state/recents.ts'
import { openFaultyApi } from '#tests/support/screens/faulty-api.ts'
import { WALLET } from '#tests/support/screens/screen-rows.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage, renderInApp } from '#tests/support/screens/show-page.tsx'
import { until } from '#tests/support/server/until.ts'
import { useRecentVisits, visitOf } from './use-recent-visits.ts'

const ADDRESS = WALLET.wallet_address

afterEach(() => {
  endPage()
  localStorage.clear()
  history.replaceState(null, '', '/')
})

function Visits({ projectId }: { projectId: string }) {
  useRecentVisits()
  useQuery(walletQueries.details({ project_id: projectId, wallet_address: ADDRESS }))
  return null
}

function open(path: string, projectId: string) {
  openFaultyApi({})
  signInHere()
  history.replaceState(null, '', path)
  renderInApp(<Visits projectId={projectId} />)
}

test('records of projects with a percent sign or an ampersand in their name are noted', () => {
  open(`/users/50%2525%20off/${ADDRESS}`, '')
  expect(readRecents()[0]).toMatchObject({ kind: 'wallet', projectId: '50%25 off', id: ADDRESS })
  act(() => navigate('/leads?project=A%26B%2525&id=4'))
  expect(readRecents()[0]).toMatchObject({ kind: 'lead', projectId: 'A&B%25', id: '4' })
})

test('a record whose page says that there is none is no longer a recent one', async () => {
  signInHere()
  noteRecent({ kind: 'wallet', projectId: 'AURA', id: ADDRESS, title: ADDRESS })
  noteRecent({ kind: 'page', projectId: '', id: '/leads', title: 'Leads' })
  open(`/users/AURA/${ADDRESS}`, 'AURA')
  expect(readRecents()[0]).toMatchObject({ kind: 'wallet' })
  await until(() => expect(readRecents().map(({ kind }) => kind)).toEqual(['page']))
})

const LINKED = `0x${'ab'.repeat(20)}`

test.each([
  ['/users/AURA/' + LINKED, '', { kind: 'wallet', projectId: 'AURA', id: LINKED, title: LINKED }],
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
  ['/users', `?walletAddress=${LINKED}`, null],
  ['/', '', null],
])('opening %s%s is noted as a record or not', (pathname, search, expected) => {
  expect(visitOf({ pathname, search })).toEqual(expected)
})
