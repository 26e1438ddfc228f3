import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Driver, KeyName } from './driver.ts'
import { findInPage } from './page-search.ts'
import type { Found, Intent, Pattern, Query } from './page-search.ts'

/** Longer than any step takes on a slow machine. */
const STEP_LIMIT_MS = 90_000
const POLL_MS = 50

type Name = string | RegExp
type Within = { within?: Query; level?: number }

const toPattern = (name: Name): string | Pattern =>
  typeof name === 'string' ? name : { source: name.source, flags: name.flags }

/** A query for a role with a name; without a name, for every element of the role. */
export const role = (value: string, name?: Name, more: Within = {}): Query => ({
  by: 'role',
  value,
  ...(name === undefined ? {} : { name: toPattern(name) }),
  ...more,
})
export const label = (value: Name, more: Within = {}): Query => ({
  by: 'label',
  value: toPattern(value),
  ...more,
})
export const text = (value: Name, more: Within = {}): Query => ({
  by: 'text',
  value: toPattern(value),
  ...more,
})

let searchLibrary: Promise<string> | null = null
/** The source of the package that finds elements by their role, for a script in the page. */
function readSearchLibrary(): Promise<string> {
  const folder = path.dirname(
    createRequire(import.meta.url).resolve('@testing-library/dom/package.json'),
  )
  searchLibrary ??= readFile(path.join(folder, 'dist', '@testing-library', 'dom.umd.js'), 'utf8')
  return searchLibrary
}

/** Repeats a step until it returns a value. @throws the last error, or that `what` did not happen */
export async function until<Value>(
  what: string | (() => string),
  step: () => Promise<Value | undefined>,
): Promise<Value> {
  const end = Date.now() + STEP_LIMIT_MS
  for (;;) {
    const isLast = Date.now() > end
    try {
      const value = await step()
      if (value !== undefined) return value
    } catch (error) {
      // A navigation ends what runs in the page.
      if (isLast) throw error
    }
    if (isLast) throw new Error(`It did not happen: ${typeof what === 'string' ? what : what()}`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** The page of a browser as a person uses it, the same in each engine. */
export class EnginePage {
  readonly #driver: Driver
  constructor(driver: Driver) {
    this.#driver = driver
  }

  visit = (url: string) => this.#driver.goTo(url)
  goBack = () => this.#driver.goBack()
  goForward = () => this.#driver.goForward()
  reload = () => this.#driver.reload()
  key = (name: KeyName) => this.#driver.key(name)
  screenshot = () => this.#driver.screenshot()

  /** Runs a function in the page, without what it closes over. */
  async evaluate<Result, Input>(
    act: (input: Input) => Result,
    input?: Input,
  ): Promise<Awaited<Result>> {
    const value = await this.#driver.evaluate(`(${act.toString()})(${JSON.stringify(input)})`)
    // What the function returns.
    return value as Awaited<Result>
  }

  /** What the page shows now of a query. */
  async find(query: Query, intent: Intent = 'read'): Promise<Found> {
    if (!(await this.evaluate(() => 'TestingLibraryDom' in globalThis)))
      await this.#driver.evaluate(`(() => { ${await readSearchLibrary()} })()`)
    return this.evaluate(findInPage, { query, intent })
  }

  /** Waits until an element is there, and matches. */
  async see(query: Query, matches: (found: Found) => boolean = () => true): Promise<Found> {
    return until(`to see ${JSON.stringify(query)}`, async () => {
      const found = await this.find(query)
      return found.count > 0 && matches(found) ? found : undefined
    })
  }

  async untilGone(query: Query): Promise<void> {
    await until(`to see no ${JSON.stringify(query)}`, async () =>
      (await this.find(query)).count === 0 ? true : undefined,
    )
  }

  /** Waits until an element is there and a click reaches it, then clicks on it. */
  async press(query: Query): Promise<void> {
    const { x, y } = await this.#reach(query)
    await this.#driver.click(x, y)
  }

  #reach(query: Query): Promise<{ x: number; y: number }> {
    let why = ''
    return until(
      () => `to reach ${JSON.stringify(query)}: ${why}`,
      async () => {
        const { at, unreached } = await this.find(query, 'press')
        why = unreached
        return at ?? undefined
      },
    )
  }

  /** As press, with a second click at once. */
  async pressTwice(query: Query): Promise<void> {
    const { x, y } = await this.#reach(query)
    await this.#driver.click(x, y)
    await this.#driver.click(x, y)
  }

  /** Moves the focus to an element, as a person does with the keyboard. */
  async focus(query: Query): Promise<void> {
    await until(`to focus ${JSON.stringify(query)}`, async () =>
      (await this.find(query, 'focus')).isFocused ? true : undefined,
    )
  }

  /** Replaces the text of a field. */
  async fill(query: Query, value: string): Promise<void> {
    await this.press(query)
    await this.evaluate(() => {
      const field = document.activeElement
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select()
    })
    await this.#driver.type(value)
    await this.see(query, (found) => found.value === value)
  }

  /** The path and the search of the page's address. */
  address = () => this.evaluate(() => location.pathname + location.search)

  /** Waits until the page has an address. */
  async untilAt(pattern: RegExp): Promise<void> {
    await until(`the address ${String(pattern)}`, async () =>
      pattern.test(await this.address()) ? true : undefined,
    )
  }
}
