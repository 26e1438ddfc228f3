import { addChain } from '#tests/support/server/builders.ts'
import { analytics, at, filter, onProject, type Row } from './row-makers.ts'

/** Of the last chain that was made to be disconnected. */
let chainId = 1000

/** Calls about blockchains. */
export const chainRows = {
  listChainPayments: filter('finance', '/chain/payments', 'page=1&limit=10'),
  dismissChainPayment: {
    may: 'finance',
    kind: 'record',
    status: 200,
    async make(scope, fixtures) {
      if (scope === 'mixed') return null
      const { project } = at(scope, fixtures)
      const id = scope === 'none' ? '999999' : await fixtures.freshChainPayment(project.id)
      return {
        method: 'POST',
        path: `/chain/payments/${id}/dismiss`,
        body: { reason: 'a gift to the team' },
      }
    },
  },
  listChains: onProject('finance', 'GET', (id) => `/projects/${id}/chains`, 200),
  // Its node is at no public address.
  connectChain: onProject(
    'admin',
    'PUT',
    (id) => `/projects/${id}/chains/1`,
    400,
    () => ({
      body: {
        name: 'Ethereum',
        rpc_url: 'https://10.0.0.1/v2/key',
        confirmations: 12,
        receivers: [`0x${'1'.repeat(40)}`],
        tokens: [{ symbol: 'ETH', address: null, decimals: 18 }],
      },
    }),
  ),
  disconnectChain: {
    may: 'admin',
    kind: 'record',
    status: 204,
    async make(scope, { t, own, foreign }) {
      if (scope === 'mixed') return null
      const id = scope === 'none' ? 'ABSENT' : (scope === 'own' ? own : foreign).id
      chainId += 1
      if (scope !== 'none') await addChain(t.db, { project_id: id, chain_id: chainId })
      return { method: 'DELETE', path: `/projects/${id}/chains/${chainId}` }
    },
  },
  sumProofs: analytics('finance', '/chain/summary'),
} satisfies Record<string, Row>
