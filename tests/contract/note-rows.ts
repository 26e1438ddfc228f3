import type { SignedIn, TestApp } from '#tests/support/server/app.ts'
import { addNote } from '#tests/support/server/builders.ts'
import type { ActorName, Fixtures } from './fixtures.ts'
import { at, type Row, type Scope } from './row-makers.ts'

const onWallet = (method: string, path: string, status: number, body?: unknown): Row => ({
  may: 'finance',
  kind: 'record',
  status,
  make(scope, fixtures) {
    const { project, child } = at(scope, fixtures)
    return {
      method,
      path: `/notes/wallet/${project.id}/${child.wallet}${path}`,
      ...(body ? { body } : {}),
    }
  },
})

/** A call about a note that the actor has just written; another person's where it has no account. */
const onOwnNote = (method: string, status: number, body?: unknown): Row => ({
  may: 'finance',
  kind: 'record',
  status,
  async make(scope, fixtures, actor) {
    if (scope === 'mixed') return null
    const id = scope === 'none' ? '999999' : await makeNote(scope, fixtures, actor)
    return { method, path: `/notes/${id}`, ...(body ? { body } : {}) }
  },
})

async function makeNote(scope: Scope, fixtures: Fixtures, actor: ActorName): Promise<string> {
  const { actors, stranger, t } = fixtures
  const isForeign = scope === 'foreign' && actor !== 'admin'
  const author = isForeign ? stranger : (actors[actor] ?? stranger)
  const { id: project_id, wallet: wallet_address } = at(scope, fixtures).project
  const of = { author_id: author.user.id, created_at: t.clock.now() }
  return String((await addNote(t.db, { project_id, wallet_address }, of)).id)
}

/** Calls about notes. */
export const noteRows = {
  listNotes: onWallet('GET', '', 200),
  createNote: onWallet('POST', '', 201, { text: 'Waits for finance' }),
  listNotePeople: onWallet('GET', '/people', 200),
  updateNote: onOwnNote('PATCH', 200, { text: 'Finance has answered' }),
  deleteNote: onOwnNote('DELETE', 204),
} satisfies Record<string, Row>

let keys = 0

async function makeReadingKey({ db, clock }: TestApp, { user }: SignedIn): Promise<string> {
  keys += 1
  const { id } = await db
    .insertInto('reading_keys')
    .values({
      name: 'Sheet',
      key_hash: Buffer.from(`key ${keys}`),
      last4: 'abcd',
      scopes: ['figures'],
      has_all_projects: true,
      created_by: user.id,
      created_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}

/** Calls about reading keys. */
export const readingKeyRows = {
  listReadingKeys: {
    may: 'admin',
    kind: 'none',
    status: 200,
    make: (scope) => (scope === 'none' ? { method: 'GET', path: '/reading-keys' } : null),
  },
  createReadingKey: {
    may: 'admin',
    kind: 'none',
    status: 201,
    make: (scope) =>
      scope === 'none'
        ? {
            method: 'POST',
            path: '/reading-keys',
            body: { name: 'Sheet', projects: 'all', scopes: ['figures'], expires_at: null },
          }
        : null,
  },
  revokeReadingKey: {
    may: 'admin',
    kind: 'none',
    status: 204,
    make: async (scope, { t, stranger }) =>
      scope === 'none'
        ? { method: 'DELETE', path: `/reading-keys/${await makeReadingKey(t, stranger)}` }
        : null,
  },
} satisfies Record<string, Row>
