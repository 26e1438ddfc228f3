import { MIN_PASSWORD_LENGTH } from '#src/wire/account.ts'

let loading: Promise<ReadonlySet<string>> | undefined

/**
 * Whether a password, in any case, is among about 18,000 common ones of at least 8 characters from
 * published lists. The list is read when the first person sets a password. Source: zxcvbn-ts.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= readList()
  return (await loading).has(password.toLowerCase())
}

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const passwords = dictionary['passwords-common']
  return new Set(passwords.filter(({ length }) => length >= MIN_PASSWORD_LENGTH))
}
