// Without imports: tests of screens are checked for a browser, in which the code of the server is not.

/** The people of a served sale. All but the admin belong only to its first project. */
export type ServedActor =
  | 'admin'
  | 'user'
  | 'client'
  | 'marketing'
  | 'unverified'
  | 'must-reset'
  | 'nobody'

interface ServedPerson {
  /** The access token. */
  token: string
  user: { id: number; email: string; role: string }
}

/** A project with one record of each kind. */
interface ServedProject {
  id: string
  wallet: string
  transactionId: string
}

/** The real server of a test file: two projects with a record of each kind, and its people. */
export interface ServedSale {
  url: string
  own: ServedProject
  foreign: ServedProject
  actors: Record<ServedActor, ServedPerson | null>
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The address that opens and closes servers for tests of screens (screen-app.ts). */
    screenServers: string
  }
}
