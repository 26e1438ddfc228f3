import type { Row } from './row-makers.ts'

/** The calls of signing in beside the password, second factors, sessions and the security policy. */
export const accountRows = {} satisfies Record<string, Row>
