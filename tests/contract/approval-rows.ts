import { at, filter, onProject, type Row } from './row-makers.ts'

/** A decision about a request of somebody else, or with `isOwn` of the caller. */
const onApproval = (verb: string, isOwn = false): Row => ({
  may: 'finance',
  kind: 'record',
  status: 200,
  async make(scope, fixtures, actor) {
    if (scope === 'mixed') return null
    const { project } = at(scope, fixtures)
    const requester = (isOwn ? fixtures.actors[actor] : null) ?? fixtures.stranger
    const id = scope === 'none' ? '999999' : await fixtures.freshApproval(project.id, requester)
    return { method: 'POST', path: `/approvals/${id}/${verb}` }
  },
})

/** The calls of approvals and of the versions of scripts. */
export const approvalRows = {
  listApprovals: filter('finance', '/approvals'),
  approveCredit: {
    ...onApproval('approve'),
    async make(scope, fixtures) {
      if (scope === 'mixed') return null
      const { project } = at(scope, fixtures)
      // The requester must be somebody who may still credit in that project.
      const requester = scope === 'own' ? fixtures.colleague : fixtures.stranger
      const id = scope === 'none' ? '999999' : await fixtures.freshApproval(project.id, requester)
      return { method: 'POST', path: `/approvals/${id}/approve` }
    },
  },
  rejectCredit: onApproval('reject'),
  cancelCredit: onApproval('cancel', true),
  listSeoScriptVersions: onProject('everybody', 'GET', (id) => `/seo-scripts/${id}/versions`, 200),
  restoreSeoScript: {
    may: 'everybody',
    kind: 'record',
    status: 200,
    async make(scope, fixtures) {
      if (scope === 'mixed') return null
      const { project } = at(scope, fixtures)
      const version = scope === 'none' ? 1 : await fixtures.freshScriptVersion(project.id)
      return { method: 'POST', path: `/seo-scripts/${project.id}/versions/${version}/restore` }
    },
  },
} satisfies Record<string, Row>
