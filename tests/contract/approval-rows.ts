import type { Row } from './row-makers.ts'

/** The calls of approvals and of the versions of scripts. */
export const approvalRows = {} satisfies Record<string, Row>
