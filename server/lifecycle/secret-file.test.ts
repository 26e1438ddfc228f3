import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSecrets, rotateSecretFile } from './secret-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'saleroom-secret-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const place = () => ({ dataFolder: folder, secret: null, oldSecret: null })
const read = () => {
  const { secret, oldSecret } = readSecrets(place())
  return { secret: secret.toString(), old: oldSecret?.toString() ?? null }
}
const mode = (name: string) => statSync(path.join(folder, name)).mode & 0o777

test('a secret is made once, for this user only', () => {
  const first = read()
  expect(first).toEqual({ secret: expect.stringMatching(/^[\w-]{64}$/), old: null })
  expect(read()).toEqual(first)
  expect(mode('secret')).toBe(0o600)
})

test('a rotation keeps the old secret beside the new one until it is deleted', () => {
  const before = read()
  const output = rotateSecretFile(place())
  expect(output).toContain('Run npm run secret -- reseal.')
  const after = read()
  expect(after.old).toBe(before.secret)
  expect(after.secret).not.toBe(before.secret)
  expect([mode('secret'), mode('secret.old'), existsSync(path.join(folder, 'secret.new'))]).toEqual(
    [0o600, 0o600, false],
  )
  expect(() => rotateSecretFile(place())).toThrow('the last rotation is not complete')
  expect(read()).toEqual(after)
  rmSync(path.join(folder, 'secret.old'))
  rotateSecretFile(place())
  expect(read().old).toBe(after.secret)
})

test('a rotation that was interrupted can be repeated', () => {
  const { secret } = read()
  writeFileSync(path.join(folder, 'secret.old'), readFileSync(path.join(folder, 'secret')))
  rotateSecretFile(place())
  expect(read()).toEqual({ secret: expect.not.stringContaining(secret), old: secret })
})

test('there is nothing to rotate without a file, or with SALEROOM_SECRET', () => {
  expect(() => rotateSecretFile(place())).toThrow(`There is no secret in ${folder}.`)
  expect(() => rotateSecretFile({ ...place(), secret: 's'.repeat(32) })).toThrow(
    /^SALEROOM_SECRET is set/,
  )
})

test('settings take precedence over the files', () => {
  read()
  const given = readSecrets({ ...place(), secret: 's'.repeat(32), oldSecret: 'o'.repeat(32) })
  expect([String(given.secret), String(given.oldSecret)]).toEqual(['s'.repeat(32), 'o'.repeat(32)])
})

test('a file with a short secret is refused', () => {
  writeFileSync(path.join(folder, 'secret'), 'short\n')
  expect(() => readSecrets(place())).toThrow(/The secret in .* is too short\./)
})
