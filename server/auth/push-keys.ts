import * as z from 'zod/mini'
import { lockServerKeys, readServerKey, saveServerKey } from '#server/db/accounts/server-keys.ts'
import type { Db } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { deleteAllPushDevices } from '#server/db/messages/push-devices.ts'
import { decryptOrNull, encrypt, type Keyring } from './secret.ts'

const NAME = 'vapid'

/** The key pair with which push services know this server (VAPID, P-256), base64url. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

const keysSchema = z.object({ publicKey: z.string(), privateKey: z.string() })

interface Parts extends Keyring {
  db: Db
  now: Date
  log(line: string): void
}

/**
 * The keys of this database, which are made once: all processes have the same. When the server's
 * secret has changed, they can't be decrypted. Then they are made again, and all devices are deleted,
 * because a subscription works with one key only.
 */
export async function loadPushKeys({ db, now, log, ...keyring }: Parts): Promise<PushKeys> {
  const stored = readKeys(keyring, await readServerKey(db, NAME))
  if (stored) return stored
  const made = await inTransaction(db, async (tx) => {
    await lockServerKeys(tx)
    // Another process may have made them in the meantime.
    const sealed = await readServerKey(tx, NAME)
    const others = readKeys(keyring, sealed)
    if (others) return { keys: others, lost: null }
    const { default: webPush } = await import('web-push')
    const keys = webPush.generateVAPIDKeys()
    const value_sealed = encrypt(keyring.secret, JSON.stringify(keys))
    await saveServerKey(tx, { name: NAME, value_sealed, created_at: now })
    return { keys, lost: sealed === null ? null : await deleteAllPushDevices(tx) }
  })
  if (made.lost !== null)
    log(
      `Push: the keys were encrypted with another SALEROOM_SECRET and were made again. Devices that have to be added again: ${made.lost}`,
    )
  return made.keys
}

function readKeys(keyring: Keyring, sealed: string | null): PushKeys | null {
  const text = sealed === null ? null : decryptOrNull(keyring, sealed)
  return text === null ? null : z.parse(keysSchema, JSON.parse(text))
}
