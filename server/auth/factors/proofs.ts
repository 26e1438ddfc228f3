import { isPassword } from '#server/auth/passwords.ts'
import { decryptOrNull } from '#server/auth/secret.ts'
import {
  countPasskeyUse,
  findPasskey,
  findRecoverySalt,
  findTotp,
  hasRecoveryCode,
  spendRecoveryCode,
  spendTotpStep,
} from '#server/db/accounts/factors.ts'
import type { Db, Tx } from '#server/db/engine/open.ts'
import type { FactorRow } from '#server/db/schema/schema-factors.ts'
import type { UserRow } from '#server/db/schema/schema.ts'
import type { AppConfig } from '#server/dependencies.ts'
import type { Assertion, SecondFactor, StepUpProof } from '#src/wire/second-factors.ts'
import { passkeyPlace } from './passkey-place.ts'
import { checkAssertion } from './passkeys.ts'
import { hashAgainstDummy, hashRecoveryCode } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'

export type Proof = SecondFactor | StepUpProof

interface Checker {
  db: Db
  now: Date
  config: Pick<AppConfig, 'publicUrl' | 'secret' | 'oldSecret'>
}

/**
 * Uses a right proof up, in the transaction of its effect.
 * @returns false if it was used up or taken away meanwhile
 */
export type SpendProof = (tx: Tx) => Promise<boolean>

/**
 * Checks a proof of this account. A password must still be the account's in the transaction.
 * @returns null for a wrong one
 */
export async function checkProof(
  checker: Checker,
  user: UserRow,
  proof: Proof,
): Promise<SpendProof | null> {
  const { db, now } = checker
  switch (proof.kind) {
    case 'passkey': {
      const found = await checkPasskey(checker, proof)
      return found?.passkey.user_id === user.id ? found.spend : null
    }
    case 'totp':
      return checkTotp(checker, user.id, proof.code)
    case 'recovery': {
      const salt = await findRecoverySalt(db, user.id)
      if (salt === null) {
        await hashAgainstDummy(proof.code)
        return null
      }
      const hash = await hashRecoveryCode(proof.code, salt)
      if (!(await hasRecoveryCode(db, user.id, hash))) return null
      return (tx) => spendRecoveryCode(tx, user.id, hash, now)
    }
    case 'password':
      return (await isPassword(user.password_hash, proof.password)) ? async () => true : null
  }
}

/**
 * Checks what a passkey of any account signed.
 * @returns the passkey, or null
 */
export async function checkPasskey(
  { db, now, config }: Checker,
  { challenge, credential }: { challenge: string; credential: Assertion },
): Promise<{ passkey: FactorRow; spend: SpendProof } | null> {
  const place = passkeyPlace(config.publicUrl)
  if (place === null) return null
  const passkey = await findPasskey(db, credential.id)
  if (!passkey) return null
  const count = await checkAssertion(place, passkey, challenge, credential)
  if (count === null) return null
  return { passkey, spend: (tx) => countPasskeyUse(tx, passkey.id, count, now) }
}

async function checkTotp(
  { db, now, config }: Checker,
  userId: number,
  code: string,
): Promise<SpendProof | null> {
  const totp = await findTotp(db, userId)
  if (!totp?.confirmed_at || totp.secret_sealed === null) return null
  const key = decryptOrNull(config, totp.secret_sealed)
  const step = key === null ? null : stepOfCode(key, code, now)
  return step === null ? null : (tx) => spendTotpStep(tx, totp.id, step, now)
}
