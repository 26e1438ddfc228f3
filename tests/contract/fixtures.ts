import { createHash, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { buildTree, leafHash } from '#server/allocations/merkle-tree.mjs'
import { encrypt, sha256 } from '#server/auth/secret.ts'
import { insertSession } from '#server/db/accounts/sessions.ts'
import { findBuild, insertBuild, updateAllocationList } from '#server/db/allocations/lists.ts'
import { insertTreePiece } from '#server/db/allocations/trees.ts'
import { insertImport, insertImportChunk, type ImportRow } from '#server/db/ingest/imports.ts'
import { insertPushDevice } from '#server/db/messages/push-devices.ts'
import { insertApproval } from '#server/db/records/approvals.ts'
import { addSeoScriptVersion } from '#server/db/site/seo-scripts.ts'
import { picture } from '#tests/support/calls/media.ts'
import { someSubscription } from '#tests/support/calls/push-service.ts'
import type { SignedIn, TestApp } from '#tests/support/server/app.ts'
import {
  addBonusCode,
  addBonusTransaction,
  addLead,
  addManualTransaction,
  addProject,
  addTransaction,
  addUser,
  addWallet,
  someAddress,
} from '#tests/support/server/builders.ts'
import { until } from '#tests/support/server/until.ts'

export const ACTORS = [
  'admin',
  'user',
  'client',
  'marketing',
  'unverified',
  'must-reset',
  'nobody',
] as const
export type ActorName = (typeof ACTORS)[number]

/** A project with one record of each kind. */
export interface ProjectFixture {
  id: string
  wallet: string
  transactionId: string
}

/** Two projects. All actors except the admin belong only to the first one. */
export interface Fixtures {
  t: TestApp
  own: ProjectFixture
  foreign: ProjectFixture
  actors: Record<ActorName, SignedIn | null>
  stranger: SignedIn
  /** A person of the first project whom no row acts as. */
  colleague: SignedIn
  desktop: Buffer
  mobile: Buffer
  /** Adds a record, for a call that changes or deletes it. @returns its id */
  freshCode(projectId: string): Promise<string>
  freshBanner(projectId: string): Promise<string>
  freshPurchase(project: ProjectFixture): Promise<string>
  freshCredit(project: ProjectFixture): Promise<string>
  freshNotice(projectId: string): Promise<string>
  freshMember(projectId: string): Promise<string>
  freshImport(projectId: string, state: ImportRow['state']): Promise<string>
  freshAllocationList(project: ProjectFixture): Promise<string>
  freshChainPayment(projectId: string): Promise<string>
  freshDevice(owner: SignedIn): Promise<string>
  freshApproval(projectId: string, requester: SignedIn): Promise<string>
  /** @returns its number */
  freshScriptVersion(projectId: string): Promise<number>
  freshFactor(owner: SignedIn): Promise<string>
  freshSession(owner: SignedIn): Promise<string>
}

export async function makeFixtures(t: TestApp): Promise<Fixtures> {
  const [own, foreign] = [
    await makeProjectFixture(t, 'OWN'),
    await makeProjectFixture(t, 'FOREIGN'),
  ]
  const member = (role: string, fields = {}) => t.signIn(role, ['OWN'], fields)
  let ordering = 0
  return {
    t,
    own,
    foreign,
    actors: {
      admin: await t.signIn('admin'),
      user: await member('user'),
      client: await member('client'),
      marketing: await member('marketing'),
      unverified: await member('user', { is_email_verified: false }),
      'must-reset': await member('user', { requires_password_reset: true }),
      nobody: null,
    },
    stranger: await t.signIn('user', ['FOREIGN']),
    colleague: await member('user'),
    desktop: await picture('png', 32, 10),
    mobile: await picture('png', 40, 30),
    freshCode: async (project_id) => String((await addBonusCode(t.db, { project_id })).id),
    freshPurchase: async ({ id, wallet }) =>
      String((await addTransaction(t.db, { project_id: id, wallet_address: wallet })).id),
    freshCredit: async ({ id, wallet }) =>
      String((await addManualTransaction(t.db, { project_id: id, wallet_address: wallet })).id),
    freshNotice: (projectId) => makeNotice(t, projectId),
    freshMember: async (projectId) =>
      String((await addUser(t.db, { invited_at: t.clock.now() }, [projectId])).id),
    freshImport: (projectId, state) => makeImport(t, projectId, state),
    freshAllocationList: (project) => makeAllocationList(t, project),
    freshChainPayment: (project_id) => makeChainPayment(t, project_id),
    freshDevice: (owner) => makeDevice(t, owner),
    freshApproval: (projectId, requester) => makeApproval(t, projectId, requester),
    freshScriptVersion: (projectId) =>
      t.db.transaction().execute((tx) =>
        addSeoScriptVersion(tx, projectId, {
          // Other scripts than those in use.
          header: `<meta name="${someAddress()}">`,
          body: null,
          created_at: t.clock.now(),
          created_by: null,
        }),
      ),
    freshFactor: (owner) => makeFactor(t, owner),
    freshSession: (owner) => makeSession(t, owner),
    freshBanner: async (project_id) => {
      const [desktop, mobile] = [await makeMedia(t, project_id), await makeMedia(t, project_id)]
      ordering += 1
      const row = await t.db
        .insertInto('banners')
        .values({
          project_id,
          ordering: ordering + 100,
          desktop_media_id: desktop,
          mobile_media_id: mobile,
          created_at: t.clock.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return String(row.id)
    },
  }
}

async function makeProjectFixture(t: TestApp, id: string): Promise<ProjectFixture> {
  await addProject(t.db, {
    id,
    banners_enabled: true,
    banners_desktop_aspect_ratio: '16:5',
    banners_mobile_aspect_ratio: '4:3',
    brevo_api_key_sealed: encrypt(t.dependencies.config.secret, `xkeysib-${id}-canary`),
    brevo_api_key_last4: 'nary',
    telegram_media_id: null,
    telegram_channel_id: '@sale',
  })
  const { wallet_address } = await addWallet(t.db, { project_id: id, country: `${id}-land` })
  const place = { project_id: id, wallet_address }
  const transaction = await addTransaction(t.db, { ...place, stage_name: `${id} stage` })
  await addBonusTransaction(t.db, { ...place, transaction_id: transaction.id, identifier: id })
  await addManualTransaction(t.db, place)
  await addBonusCode(t.db, { project_id: id, code: `${id}-code` })
  await addLead(t.db, { project_id: id, email: `lead@${id.toLowerCase()}.example` })
  await makeStatement(t, id)
  await makeNotice(t, id)
  await makeImport(t, id, 'uploaded')
  await makeApproval(t, id, await t.signIn('user', [id]))
  await makeChainPayment(t, id)
  await t.db
    .updateTable('projects')
    .set({ telegram_media_id: await makeMedia(t, id) })
    .where('id', '=', id)
    .execute()
  return { id, wallet: wallet_address, transactionId: String(transaction.id) }
}

async function makeStatement(t: TestApp, project_id: string): Promise<void> {
  const start_date = new Date(0).toISOString()
  const body = { project_id, start_date, end_date: t.clock.now().toISOString(), tz: 'UTC' }
  await t.call('POST', '/settlement/statements', { as: await t.signIn('admin'), body })
}

/** A list of the project's wallet that is ready. */
async function makeAllocationList(
  { db, clock }: TestApp,
  { id: project_id, wallet }: ProjectFixture,
): Promise<string> {
  // A project has one build at a time, and the call that freezes starts one.
  await until(async () => expect(await findBuild(db, project_id)).toBeUndefined())
  const now = clock.now()
  const list = { project_id, as_of: now, made_by: 'a@saleroom.example', decimals: 18 }
  const row = await db.transaction().execute(async (tx) => {
    const added = await insertBuild(tx, list)
    if (!added) throw new Error(`A list of ${project_id} is being built`)
    const { id } = added
    const leaf = { list_id: id, wallet_address: wallet, tokens: '1.5' }
    await tx.insertInto('allocation_rows').values(leaf).execute()
    const { nodes, places } = buildTree(Buffer.from(leafHash(wallet, 1_500_000_000_000_000_000n)))
    await insertTreePiece(tx, id, 'nodes', 0, nodes)
    await insertTreePiece(tx, id, 'places', 0, Buffer.alloc(4, places[0]))
    const sums = {
      wallets: 1,
      built_rows: 1,
      tokens: '1.5',
      units: '1500000000000000000',
      dust: '0',
    }
    const hashes = { root: `0x${nodes.toString('hex')}`, sha256: 'b'.repeat(64) }
    return updateAllocationList(tx, id, { state: 'ready', ...sums, ...hashes })
  })
  return String(row.id)
}

/** A payment on chain that no purchase names. */
async function makeChainPayment({ db, clock }: TestApp, project_id: string): Promise<string> {
  const { id } = await db
    .insertInto('chain_payments')
    .values({
      project_id,
      chain_id: 1,
      transaction_hash: `0x${randomUUID().replaceAll('-', '').repeat(2)}`,
      log_index: 0,
      block: 1,
      at: clock.now(),
      payer: someAddress(),
      receiver: someAddress(),
      token: `${project_id} USDT`,
      amount: '1250',
      place: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}

/** A lead that could not be forwarded. */
async function makeNotice({ db, clock }: TestApp, project_id: string): Promise<string> {
  const now = clock.now()
  const lead = await addLead(db, { project_id })
  const { id } = await db
    .insertInto('notices')
    .values({
      project_id,
      kind: 'lead',
      subject_id: lead.id,
      state: 'failed',
      reason: 'Key not found',
      next_attempt_at: now,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}

async function makeMedia({ db, clock }: TestApp, project_id: string): Promise<number> {
  const bytes = Buffer.from(`${project_id} media`)
  const { id } = await db
    .insertInto('media')
    .values({
      project_id,
      content_type: 'image/png',
      size_bytes: bytes.length,
      sha256: '00',
      created_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('media_chunks').values({ media_id: id, position: 0, bytes }).execute()
  return id
}

/** A browser of a person. */
async function makeDevice({ db, clock, dependencies }: TestApp, owner: SignedIn): Promise<string> {
  const { endpoint, keys } = someSubscription()
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', owner.user.id)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  const device = {
    user_id: owner.user.id,
    session_id: session.id,
    endpoint_hash: sha256(endpoint),
    subscription_sealed: encrypt(dependencies.config.secret, JSON.stringify({ endpoint, keys })),
    name: 'Phone',
    created_at: clock.now(),
  }
  const { id } = await db.transaction().execute((tx) => insertPushDevice(tx, device))
  return String(id)
}

/** A credit that waits, for a new wallet. */
async function makeApproval(
  { db, clock }: TestApp,
  project_id: string,
  { user }: SignedIn,
): Promise<string> {
  const { wallet_address } = await addWallet(db, { project_id })
  const request = { project_id, wallet_address, tokens: '5', reason: 'a good reason' }
  const { id } = await db
    .transaction()
    .execute((tx) =>
      insertApproval(
        tx,
        { ...request, transaction_id: null, requester_id: user.id, requester: user.email },
        clock.now(),
      ),
    )
  return String(id)
}

/** A passkey that nothing can sign with. */
async function makeFactor({ db, clock }: TestApp, owner: SignedIn): Promise<string> {
  const { id } = await db
    .insertInto('factors')
    .values({
      user_id: owner.user.id,
      kind: 'passkey',
      name: 'Phone',
      created_at: clock.now(),
      confirmed_at: clock.now(),
      credential_id: randomUUID(),
      public_key: Buffer.alloc(1),
      sign_count: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}

async function makeSession({ db, clock }: TestApp, owner: SignedIn): Promise<string> {
  const id = randomUUID()
  await insertSession(db, {
    id,
    user_id: owner.user.id,
    created_at: clock.now(),
    expires_at: new Date(clock.now().getTime() + 86_400_000),
    ip: '192.0.2.1',
    user_agent: null,
  })
  return id
}

/** The file of an import: a lead per line. */
export const IMPORT_FILE = Buffer.from('email,occurred_at\na@b.example,2026-11-01\n')

async function makeImport(
  { db, clock }: TestApp,
  project_id: string,
  state: ImportRow['state'],
): Promise<string> {
  const now = clock.now()
  // An earlier one of the same project would be in the way.
  await db.deleteFrom('imports').where('project_id', '=', project_id).execute()
  const { id } = await insertImport(db, {
    project_id,
    kind: 'lead',
    name: 'leads.csv',
    size_bytes: IMPORT_FILE.length,
    sha256: createHash('sha256').update(IMPORT_FILE).digest('hex'),
    state,
    delimiter: ',',
    header: JSON.stringify(['email', 'occurred_at']),
    columns: JSON.stringify(['email', 'occurred_at']),
    created_at: now,
    updated_at: now,
  })
  if (state !== 'uploading')
    await db.transaction().execute((tx) => insertImportChunk(tx, id, 0, IMPORT_FILE))
  return String(id)
}
