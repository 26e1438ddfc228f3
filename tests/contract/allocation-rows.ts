import { at, onProject, type Row } from './row-makers.ts'

/** A call of a list that is ready. */
const onList = (may: Row['may'], method: string, path: string, body?: object): Row => ({
  may,
  kind: 'record',
  status: 200,
  async make(scope, fixtures) {
    if (scope === 'mixed') return null
    const { project } = at(scope, fixtures)
    const id = scope === 'none' ? '999999' : await fixtures.freshAllocationList(project)
    const own = path.replace(':wallet', project.wallet)
    return { method, path: `/allocation-lists/${id}${own}`, ...(body ? { body } : {}) }
  },
})

export const allocationRows = {
  getAllocationSummary: onProject(
    'finance',
    'GET',
    (id) => `/allocations/summary?project_id=${id}`,
    200,
  ),
  listAllocations: onProject('finance', 'GET', (id) => `/allocations?project_id=${id}`, 200),
  createAllocationList: {
    may: 'admin',
    kind: 'record',
    status: 202,
    make(scope, fixtures) {
      if (scope === 'mixed') return null
      const { id: project_id } = at(scope, fixtures).project
      return { method: 'POST', path: '/allocation-lists', body: { project_id } }
    },
  },
  listAllocationLists: onProject(
    'finance',
    'GET',
    (id) => `/allocation-lists?project_id=${id}`,
    200,
  ),
  getAllocationList: onList('finance', 'GET', ''),
  exportAllocationList: onList('finance', 'GET', '/csv'),
  exportAllocationTree: onList('finance', 'GET', '/merkle'),
  getAllocationProof: onList('finance', 'GET', '/proof/:wallet'),
  getAllocationDifference: onList('finance', 'GET', '/difference'),
  exportAllocationDifference: onList('finance', 'GET', '/difference/csv?part=more'),
  withdrawAllocationList: onList('admin', 'POST', '/withdraw', { reason: 'wrong decimals' }),
} satisfies Record<string, Row>
