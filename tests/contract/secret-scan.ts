/** A text that may appear only in certain outputs. */
export interface Secret {
  name: string
  text: string
  /** Prefixes of the names of the outputs where it may appear. */
  allowedIn?: readonly string[]
}

/** An output of the server: a response, a log, a file or a table. */
export interface Output {
  where: string
  text: string
}

/** The encodings in which a secret may appear. */
function encodingsOf(text: string): string[] {
  const bytes = Buffer.from(text)
  return [
    text,
    encodeURIComponent(text),
    JSON.stringify(text).slice(1, -1),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ]
}

/** The allowed outputs of a text. A text may have two names: access tokens of the same second are equal. */
function allowedOutputsOf(text: string, secrets: readonly Secret[]): string[] {
  return secrets.flatMap((secret) => (secret.text === text ? (secret.allowedIn ?? []) : []))
}

/** Finds secrets in outputs where they are not allowed. @returns one line per finding */
export function findSecrets(secrets: readonly Secret[], outputs: readonly Output[]): string[] {
  const patterns = secrets.map(({ name, text }) => ({
    name,
    places: allowedOutputsOf(text, secrets),
    encodings: encodingsOf(text),
  }))
  return outputs.flatMap(({ where, text }) =>
    patterns
      .filter(({ places }) => !places.some((place) => where.startsWith(place)))
      .filter(({ encodings }) => encodings.some((encoding) => text.includes(encoding)))
      .map(({ name }) => `${where} contains ${name}`),
  )
}
