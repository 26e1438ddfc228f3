import type { ImportRow } from '#server/db/ingest/imports.ts'
import type { Request } from '#tests/support/server/app.ts'
import { addIngestKey } from '#tests/support/server/builders.ts'
import type { ActorName, Fixtures } from './fixtures.ts'

/**
 * The project of a call: the caller's own, a foreign one, both (or a foreign record under the caller's
 * own project), or none (no project, or an unknown one).
 */
export const SCOPES = ['own', 'foreign', 'mixed', 'none'] as const
export type Scope = (typeof SCOPES)[number]

export interface Row {
  /** Who may make the call. Deliberately repeated here, independent of the call's own definition. */
  may: 'open' | 'restricted' | 'everybody' | 'finance' | 'admin' | 'ingest-key'
  /**
   * `filter`: projects filter the response; foreign ones are ignored. `record`: the call is about one
   * project or record; a foreign one is a 404. `none`: the call is independent of projects.
   */
  kind: 'filter' | 'record' | 'none'
  /** The response has the number of the projects' rows instead of their names. */
  isTotal?: true
  status: number
  /** Null if the scope does not apply to the call. */
  make(scope: Scope, fixtures: Fixtures, actor: ActorName): Promise<Made | null> | Made | null
}

export interface Made extends Request {
  method: string
  path: string
}

export const RANGE = 'start_date=2020-01-01T00:00:00Z&end_date=2027-01-01T00:00:00Z'

/** The project for the path, and the project of a child record, which is foreign for `mixed`. */
export function at(scope: Scope, { own, foreign }: Fixtures) {
  if (scope === 'own') return { project: own, child: own }
  if (scope === 'foreign') return { project: foreign, child: foreign }
  if (scope === 'mixed') return { project: own, child: foreign }
  return { project: { ...own, id: 'ABSENT' }, child: { ...own, id: 'ABSENT' } }
}

export const filter = (may: Row['may'], path: string, query = ''): Row => ({
  may,
  kind: 'filter',
  status: 200,
  make(scope, { own, foreign }) {
    const requested = {
      own: [own.id],
      foreign: [foreign.id],
      mixed: [own.id, foreign.id],
      none: [],
    }
    const projects = requested[scope].map((id) => `projects=${id}`)
    return { method: 'GET', path: `${path}?${[query, ...projects].filter(Boolean).join('&')}` }
  },
})

export const total = (may: Row['may'], path: string): Row => ({
  ...filter(may, path),
  isTotal: true,
})

export const analytics = (may: Row['may'], path: string) => filter(may, path, RANGE)

export const onProject = (
  may: Row['may'],
  method: string,
  path: (id: string) => string,
  status: number,
  request: (fixtures: Fixtures) => Request = () => ({}),
): Row => ({
  may,
  kind: 'record',
  status,
  make(scope, fixtures) {
    if (scope === 'mixed') return null
    return { method, path: path(at(scope, fixtures).project.id), ...request(fixtures) }
  },
})

export const onWallet = (method: string, path: string): Row => ({
  may: 'finance',
  kind: 'record',
  status: 200,
  make(scope, fixtures) {
    const { project, child } = at(scope, fixtures)
    return { method, path: `/wallets/${project.id}/${child.wallet}${path}` }
  },
})

export const onKey = (method: string, verb: string, status: number): Row => ({
  may: 'admin',
  kind: 'record',
  status,
  async make(scope, fixtures) {
    const { project, child } = at(scope, fixtures)
    const key = scope === 'none' ? '999999' : (await addIngestKey(fixtures.t.db, child.id)).id
    return { method, path: `/projects/${project.id}/keys/${key}${verb}` }
  },
})

export const open = (method: string, path: string, status: number, body?: unknown): Row => ({
  may: 'open',
  kind: 'none',
  status,
  make: (scope) => (scope === 'none' ? { method, path, ...(body ? { body } : {}) } : null),
})

export const onMember = (method: string, path: string, status: number, body?: unknown): Row => ({
  may: 'admin',
  kind: 'record',
  status,
  async make(scope, fixtures) {
    if (scope === 'mixed') return null
    const { project } = at(scope, fixtures)
    const member = scope === 'none' ? '999999' : await fixtures.freshMember(project.id)
    return { method, path: `/team/${member}${path}`, ...(body ? { body } : {}) }
  },
})

/** A call of an import in `state`, whose file has two lines. */
export const onImport = (
  method: string,
  path: string,
  state: ImportRow['state'],
  request: Request = {},
): Row => ({
  may: 'admin',
  kind: 'record',
  status: 200,
  async make(scope, fixtures) {
    if (scope === 'mixed') return null
    const { project } = at(scope, fixtures)
    const id = scope === 'none' ? '999999' : await fixtures.freshImport(project.id, state)
    return { method, path: `/imports/${id}${path}`, ...request }
  },
})

/** A call of everybody that is about no project. */
export const alone = (method: string, path: string, status: number, body?: unknown): Row => ({
  ...open(method, path, status, body),
  may: 'everybody',
})

/** A call that everybody makes for themselves, without a project. */
export const ofCaller = (method: string, path: string, make = (): Request => ({})): Row => ({
  may: 'everybody',
  kind: 'none',
  status: 200,
  make: (scope) => (scope === 'none' ? { method, path, ...make() } : null),
})

/** A call of a person's own device. Nobody has access to another's, not even an admin. */
export const onDevice = (method: string, path: string, status: number): Row => ({
  may: 'everybody',
  kind: 'record',
  status,
  async make(scope, { actors, stranger, freshDevice }, actor) {
    if (scope === 'mixed' || (scope === 'foreign' && actor === 'admin')) return null
    const owner = scope === 'foreign' ? stranger : (actors[actor] ?? stranger)
    const id = scope === 'none' ? '999999' : await freshDevice(owner)
    return { method, path: `/push/devices/${id}${path}` }
  },
})
