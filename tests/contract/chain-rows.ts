import { analytics, at, filter, type Row } from './row-makers.ts'

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
  sumProofs: analytics('finance', '/chain/summary'),
} satisfies Record<string, Row>
