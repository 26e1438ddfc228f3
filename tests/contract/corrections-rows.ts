import type { Fixtures, ProjectFixture } from './fixtures.ts'
import { at, type Row, type Scope } from './row-makers.ts'

const reason = 'sent by a stolen key'

/** A correction of a record of `child` under the path of the project. */
const correction = (
  method: 'POST' | 'PUT',
  pathOf: (child: ProjectFixture, scope: Scope, fixtures: Fixtures) => Promise<string> | string,
  body: object = { reason },
): Row => ({
  may: 'finance',
  kind: 'record',
  status: 200,
  async make(scope, fixtures) {
    const { project, child } = at(scope, fixtures)
    const path = (await pathOf(child, scope, fixtures)).replace(':project', project.id)
    return { method, path, body }
  },
})

const purchaseOf = async (child: ProjectFixture, scope: Scope, { freshPurchase }: Fixtures) =>
  scope === 'none' ? '999999' : await freshPurchase(child)

/** Corrections. Each has a record of its own: a repeat changes nothing. */
export const correctionRows = {
  voidTransaction: correction(
    'POST',
    async (...of) => `/transactions/:project/${await purchaseOf(...of)}/void`,
  ),
  restoreTransaction: correction(
    'POST',
    async (...of) => `/transactions/:project/${await purchaseOf(...of)}/restore`,
  ),
  reverseManualTransaction: correction('POST', async (child, scope, { freshCredit }) => {
    const id = scope === 'none' ? '999999' : await freshCredit(child)
    return `/manual-transactions/:project/${id}/reverse`
  }),
  setSuccessor: correction('PUT', ({ wallet }) => `/wallets/:project/${wallet}/successor`, {
    wallet_address: `0x${'5'.repeat(40)}`,
    reason,
  }),
} satisfies Record<string, Row>
