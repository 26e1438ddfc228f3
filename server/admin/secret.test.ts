import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSubscription } from '#server/auth/push-devices.ts'
import { decryptOrNull, encrypt, type Keyring } from '#server/auth/secret.ts'
import type { Db } from '#server/db/engine/open.ts'
import { ABSENT_SERVICE, someSubscription } from '#tests/support/calls/push-service.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { addChain, addProject, addUser } from '#tests/support/server/builders.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'
import { openMigrated, whyNoPostgres } from '#tests/support/server/postgres.ts'
import { runSecretCommand } from './secret.ts'

const [FIRST, SECOND] = [randomBytes(48), randomBytes(48)]
const BREVO_KEY = 'xkeysib-whole-key-4d2f'
const NODE_URL = 'https://node.example/v2/key-9c1d'
const TOTP_KEY = 'JBSWY3DPEHPK3PXP'

const ENGINES = [
  { engine: 'the embedded database', open: openTestDatabase, isThere: true },
  { engine: 'PostgreSQL', open: openMigrated, isThere: whyNoPostgres() === null },
]

describe.each(ENGINES)('on $engine', ({ open, isThere }) => {
  describe.runIf(isThere)('a rotation', () => {
    let database: { db: Db; close(): Promise<void> }
    beforeAll(async () => {
      database = await open()
    })
    afterAll(() => database?.close())

    /** The server as it is after a start with these secrets. */
    const start = (keyring: Keyring): Promise<TestApp> =>
      openTestApp({ db: database.db, config: keyring })
    const reseal = (keyring: Keyring, args = ['reseal']) =>
      runSecretCommand(
        { db: database.db, now: new Date(), operator: 'tests', readKeyring: () => keyring },
        args,
      )

    /** What a server with these secrets can read. */
    async function readable(keyring: Keyring) {
      const { db } = database
      const project = await db.selectFrom('projects').selectAll().executeTakeFirstOrThrow()
      const factor = await db.selectFrom('factors').selectAll().executeTakeFirstOrThrow()
      const device = await db.selectFrom('push_devices').selectAll().executeTakeFirstOrThrow()
      const server = await start(keyring)
      const push = await server.dependencies.push.publicKey()
      await server.close()
      const chain = await db.selectFrom('chains').selectAll().executeTakeFirstOrThrow()
      return {
        node: decryptOrNull(keyring, chain.rpc_url_sealed),
        brevo: decryptOrNull(keyring, project.brevo_api_key_sealed ?? ''),
        totp: decryptOrNull(keyring, factor.secret_sealed ?? ''),
        endpoint: readSubscription(keyring, device)?.endpoint ?? null,
        push,
      }
    }

    async function fill(server: TestApp): Promise<SignedIn> {
      const { db } = database
      const sealed = (text: string) => encrypt(FIRST, text)
      await addProject(db, { id: 'AURA', brevo_api_key_sealed: sealed(BREVO_KEY) })
      await addChain(db, { project_id: 'AURA', rpc_url_sealed: sealed(NODE_URL) })
      const user = await server.signIn('admin')
      const created_at = server.clock.now()
      await db
        .insertInto('factors')
        .values({
          user_id: user.user.id,
          kind: 'totp',
          name: 'Authenticator',
          created_at,
          confirmed_at: created_at,
          secret_sealed: sealed(TOTP_KEY),
        })
        .execute()
      const { endpoint, keys } = someSubscription()
      const body = { endpoint, keys, name: 'Phone' }
      expect((await server.call('PUT', '/push/devices', { as: user, body })).status).toBe(200)
      return user
    }

    /** Everything but the encrypted values and what grows by itself. */
    const others = async () =>
      JSON.stringify([
        await database.db.selectFrom('users').selectAll().orderBy('id').execute(),
        await database.db.selectFrom('sessions').selectAll().orderBy('id').execute(),
        await database.db.selectFrom('audit_log').selectAll().orderBy('id').execute(),
        await database.db.selectFrom('projects').select('updated_at').execute(),
        await database.db.selectFrom('server_keys').select(['name', 'created_at']).execute(),
      ])

    test('keeps everything readable, ends access tokens, and needs the old secret until all is re-encrypted', async () => {
      const before = await start({ secret: FIRST })
      const user = await fill(before)
      const all = await readable({ secret: FIRST })
      expect(all).toMatchObject({ brevo: BREVO_KEY, totp: TOTP_KEY, node: NODE_URL })
      expect(all.endpoint?.startsWith(ABSENT_SERVICE)).toBe(true)

      const both = { secret: SECOND, oldSecret: FIRST }
      const during = await start(both)
      const get = (server: TestApp, token: string) =>
        server.call('GET', `/users/${user.user.id}`, { as: token })
      expect((await get(before, user.token)).status).toBe(200)
      expect((await get(during, user.token)).status).toBe(401)
      // The app goes on with its refresh token, of which the database has a hash.
      const renewed = await during.call('POST', '/auth/refresh-tokens', {
        body: { refresh_token: user.refreshToken },
      })
      expect((await get(during, renewed.body.access.token)).status).toBe(200)
      expect(await readable(both)).toEqual(all)

      const kept = await others()
      const lines = ['Brevo key', 'server key', 'push device', 'authenticator app', 'node URL']
      expect(await reseal(both)).toBe(
        lines.map((noun) => `1 ${noun} re-encrypted, 0 up to date`).join('\n'),
      )
      expect(await reseal(both)).toBe(
        lines.map((noun) => `0 ${noun}s re-encrypted, 1 up to date`).join('\n'),
      )
      expect(await others()).toBe(kept)

      const alone = { secret: SECOND }
      expect(await readable(alone)).toEqual(all)
      expect(await reseal(alone)).toContain('The server has no old secret')
      await before.close()
      await during.close()
    })

    test('names what neither secret reads, and leaves it as it is', async () => {
      const { db } = database
      const lost = encrypt(randomBytes(48), BREVO_KEY)
      await addProject(db, { id: 'LOST', brevo_api_key_sealed: lost })
      const owner = await addUser(db)
      const { id } = await db
        .insertInto('factors')
        .values({
          user_id: owner.id,
          kind: 'totp',
          name: 'Authenticator',
          created_at: new Date(),
          secret_sealed: 'rubbish',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const output = await reseal({ secret: SECOND, oldSecret: FIRST })
      expect(output).toContain(`\nNot readable: Brevo key LOST, authenticator app ${id}`)
      const row = await db
        .selectFrom('projects')
        .select('brevo_api_key_sealed')
        .where('id', '=', 'LOST')
        .executeTakeFirstOrThrow()
      expect(row.brevo_api_key_sealed).toBe(lost)
    })

    test.each([
      [[], /^Usage: npm run secret/],
      [['nonsense'], /^There is no command nonsense\./],
      [['reseal', 'AURA'], /^Unexpected argument "AURA"\./],
    ])('%j is refused', async (args, message) => {
      await expect(async () => reseal({ secret: SECOND }, args)).rejects.toThrow(message)
    })
  })
})
