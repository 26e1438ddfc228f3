/** Something that only some may know. */
export interface Secret {
  name: string
  text: string
  /** The only places where it may be read, by the start of their names. */
  toldIn?: readonly string[]
}

/** Something that anybody could read: an answer, a log, a file, a table. */
export interface Said {
  where: string
  text: string
}

/** How a secret may be spelled by those who pass it on. */
function spellingsOf(text: string): string[] {
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

/** Where a text may be read. One may have two names: access tokens made within one second are alike. */
function placesOf(text: string, secrets: readonly Secret[]): string[] {
  return secrets.flatMap((secret) => (secret.text === text ? (secret.toldIn ?? []) : []))
}

/** Who says which secret to whom it isn't meant for: one line for each. */
export function findSecrets(secrets: readonly Secret[], said: readonly Said[]): string[] {
  const wanted = secrets.map(({ name, text }) => ({
    name,
    places: placesOf(text, secrets),
    spellings: spellingsOf(text),
  }))
  return said.flatMap(({ where, text }) =>
    wanted
      .filter(({ places }) => !places.some((place) => where.startsWith(place)))
      .filter(({ spellings }) => spellings.some((spelling) => text.includes(spelling)))
      .map(({ name }) => `${where} tells ${name}`),
  )
}
