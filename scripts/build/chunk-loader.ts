/** What a chunk exports, by name. Importers receive it again after each change (live bindings). */
export type Exports = Record<string, unknown>
type Setter = (exports: Exports) => void
type Publish = (name: string | Exports, value?: unknown) => unknown
/** The body of a chunk as Babel's systemjs transform writes it. */
export type Declare = (
  publish: Publish,
  context: { import: (file: string) => Promise<Exports> },
) => { setters: Setter[]; execute: () => void }

type Chunk = {
  exports: Exports
  /** The files that it imports; undefined until its script has registered it. */
  imports?: readonly string[]
  declare?: Declare
  /** The request in progress or completed; a failed one is removed, so that the next import retries. */
  arriving?: Promise<void> | undefined
  importers: Setter[]
  execute?: () => void
  /** The result of the execution. An error is thrown again to each importer, as for a module. */
  run?: { error: unknown } | 'done'
}

/**
 * Loads the chunks of a build that are classic scripts, with the semantics of modules: each is executed
 * once, after its imports, also in cycles, and its exports are live bindings. Browsers store the
 * compiled code of classic scripts that a service worker has cached, but not that of modules.
 *
 * `fetchScript` runs the script of a file and rejects if it cannot. `closures` has the files that a
 * dynamically imported file needs: all are requested at once.
 */
export class ChunkLoader {
  readonly #chunks = new Map<string, Chunk>()
  readonly #fetchScript: (file: string) => Promise<void>
  readonly #closures: ReadonlyMap<string, readonly string[]>

  constructor(
    fetchScript: (file: string) => Promise<void>,
    closures: ReadonlyMap<string, readonly string[]>,
  ) {
    this.#fetchScript = fetchScript
    this.#closures = closures
  }

  /** Called by the script of a chunk. */
  register(file: string, imports: readonly string[], declare: Declare): void {
    Object.assign(this.#chunk(file), { imports, declare })
  }

  /** Requests a file and those that it needs, without executing them. */
  preload(file: string): void {
    for (const each of [file, ...(this.#closures.get(file) ?? [])])
      this.#arrive(each).catch(() => {
        // Reported by the import.
      })
  }

  /**
   * The exports of a chunk, after it was executed.
   * @throws the error of a script that did not load, after which a new import requests it again, or
   *   that of an execution
   */
  async import(file: string): Promise<Exports> {
    this.preload(file)
    await this.#arriveWithImports(file, new Set())
    this.#link(file)
    this.#run(file)
    return this.#chunk(file).exports
  }

  #chunk(file: string): Chunk {
    let chunk = this.#chunks.get(file)
    if (chunk === undefined) {
      chunk = { exports: Object.create(null), importers: [] }
      this.#chunks.set(file, chunk)
    }
    return chunk
  }

  #arrive(file: string): Promise<void> {
    const chunk = this.#chunk(file)
    const request = async () => {
      try {
        await this.#fetchScript(file)
        if (chunk.declare === undefined) throw new Error(`${file} is not a chunk of this build`)
      } catch (error) {
        chunk.arriving = undefined
        throw error
      }
    }
    // The script of another chunk may have registered it.
    chunk.arriving ??= chunk.declare === undefined ? request() : Promise.resolve()
    return chunk.arriving
  }

  async #arriveWithImports(file: string, seen: Set<string>): Promise<void> {
    if (seen.has(file)) return
    seen.add(file)
    await this.#arrive(file)
    const { imports = [] } = this.#chunk(file)
    await Promise.all(imports.map((each) => this.#arriveWithImports(each, seen)))
  }

  #link(file: string): void {
    const chunk = this.#chunk(file)
    if (chunk.execute !== undefined || chunk.declare === undefined) return
    const publish: Publish = (name, value) => {
      Object.assign(chunk.exports, typeof name === 'string' ? { [name]: value } : name)
      for (const set of chunk.importers) set(chunk.exports)
      return value
    }
    const { setters, execute } = chunk.declare(publish, { import: (each) => this.import(each) })
    chunk.execute = execute
    for (const [place, each] of (chunk.imports ?? []).entries()) {
      this.#link(each)
      const imported = this.#chunk(each)
      const set = setters[place]
      if (set === undefined) continue
      imported.importers.push(set)
      set(imported.exports)
    }
  }

  #run(file: string): void {
    const chunk = this.#chunk(file)
    if (chunk.run === 'done') return
    if (chunk.run !== undefined) throw chunk.run.error
    // Set first: in a cycle the chunk that began executes last.
    chunk.run = 'done'
    try {
      for (const each of chunk.imports ?? []) this.#run(each)
      chunk.execute?.()
    } catch (error) {
      chunk.run = { error }
      throw error
    }
  }
}
