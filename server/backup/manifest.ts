import { z } from 'zod'
import { deriveKey, type Keyring } from '#server/auth/secret.ts'

/** The first part of an archive's file names: the rest is a path in the folder of the database. */
export const DATABASE_PREFIX = 'db/'
export const MANIFEST_NAME = 'manifest.json'
/** The last entry: the checksum of the manifest, which has the checksums of all other files. */
export const MANIFEST_CHECKSUM_NAME = 'manifest.sha256'

/** What a backup says about itself. Checksums are SHA-256, in hexadecimal. */
export const manifestSchema = z.object({
  format: z.literal(1),
  created_at: z.iso.datetime(),
  /** The last migration of the database. */
  migration: z.string(),
  /** The fingerprints of the secrets that decrypt the values in it. */
  secrets: z.array(z.string()),
  files: z.array(z.object({ name: z.string(), size: z.number(), sha256: z.string() })),
})
export type Manifest = z.infer<typeof manifestSchema>

/** Identifies a secret without giving it away. */
function secretFingerprint(secret: Buffer): string {
  return deriveKey(secret, 'backup').toString('hex')
}

export function secretFingerprints({ secret, oldSecret }: Keyring): string[] {
  return [secret, oldSecret].flatMap((key) => (key ? [secretFingerprint(key)] : []))
}
