import { createHash } from 'node:crypto'
import type { Db } from '#server/db/engine/open.ts'
import { listPublicProgress } from '#server/db/stages/progress.ts'
import type { PublicField, PublicProgress } from '#src/wire/stages.ts'
import { chooseFields, readProgress } from './progress-figures.ts'
import { SharedRead, type SharedReadOptions } from './shared-read.ts'

/** What is answered, and its ETag. */
export interface PublicAnswer {
  body: PublicProgress
  etag: string
}

interface Sources {
  /** What is public. */
  db: Db
  /** The sums. */
  readDb: Db
  now: () => Date
}

/** While the database is lost, so long; `as_of` says how old an answer is. */
const MAX_AGE_MS = 300_000
const EVERY_MS = 5000
const WAIT_MS = 1000

/**
 * The public progress of all projects, from memory: what is public is read at most once in 5 s for all
 * projects, and what a public project has sold at most once in 5 s. Other names reach neither the database
 * nor the memory.
 */
export class PublicAnswers {
  readonly #sources: Sources
  readonly #options: SharedReadOptions
  #fields: SharedRead<ReadonlyMap<string, PublicField[]>>
  readonly #figures = new Map<string, SharedRead<PublicProgress>>()
  readonly #answers = new Map<string, PublicAnswer & { of: PublicProgress; fields: string }>()

  constructor(sources: Sources, options: Partial<SharedReadOptions> = {}) {
    this.#sources = sources
    this.#options = {
      now: () => sources.now().getTime(),
      everyMs: EVERY_MS,
      maxAgeMs: MAX_AGE_MS,
      waitMs: WAIT_MS,
      ...options,
    }
    this.#fields = this.#readFields()
  }

  /** Null for a project whose progress is not public, for an archived and for an unknown one. */
  async find(projectId: string): Promise<PublicAnswer | null> {
    const fields = (await this.#fields.get()).get(projectId)
    if (fields === undefined) {
      this.#figures.delete(projectId)
      this.#answers.delete(projectId)
      return null
    }
    const figures = await this.#figuresOf(projectId).get()
    const chosen = fields.join()
    const known = this.#answers.get(projectId)
    if (known?.of === figures && known.fields === chosen) return known
    const body = chooseFields(figures, fields)
    const etag = `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)}"`
    const answer = { body, etag, of: figures, fields: chosen }
    this.#answers.set(projectId, answer)
    return answer
  }

  /** After a change of what is public: the next answer is by the new choice. */
  forgetFields(): void {
    this.#fields = this.#readFields()
  }

  #readFields() {
    return new SharedRead(() => listPublicProgress(this.#sources.db), this.#options)
  }

  #figuresOf(projectId: string): SharedRead<PublicProgress> {
    const known = this.#figures.get(projectId)
    if (known !== undefined) return known
    const { readDb, now } = this.#sources
    const figures = new SharedRead(() => readProgress(readDb, projectId, now()), this.#options)
    this.#figures.set(projectId, figures)
    return figures
  }
}
