import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Text by path from the checkout's folder, with forward slashes. Files that aren't text are ''. */
export type Tree = ReadonlyMap<string, string>

/** One broken rule: the file, and what is wrong with it. */
export type Violation = string

export const root = fileURLToPath(new URL('../../../', import.meta.url))

const TEXT = /\.(?:[cm]?[jt]sx?|json|css|html|md|svg|webmanifest|sh)$|(?:^|\/)(?:run|\.[a-z]+rc)$/

/** Everything in the checkout that isn't ignored, or made by a run. */
export function readCheckout(from = root): Tree {
  const ignored = readFileSync(path.join(from, '.gitignore'), 'utf8').split('\n')
  const names = new Set([...ignored.map((line) => line.replace(/\/$/, '')), '.git'])
  const files: [string, string][] = []
  const walk = (folder: string) => {
    // As a server's data folder, and a database's own.
    if (isIgnoredWhole(path.join(from, folder))) return
    for (const entry of readdirSync(path.join(from, folder), { withFileTypes: true })) {
      if (names.has(entry.name) || entry.name.endsWith('.log')) continue
      const file = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) walk(file)
      else files.push([file, TEXT.test(file) ? readFileSync(path.join(from, file), 'utf8') : ''])
    }
  }
  walk('')
  return new Map(files)
}

function isIgnoredWhole(folder: string): boolean {
  const file = path.join(folder, '.gitignore')
  return existsSync(file) && readFileSync(file, 'utf8').trim() === '*'
}

export const isCode = (file: string) => /\.(?:tsx?|m?js)$/.test(file)

/** Test files beside the code, and everything in tests/. */
export const isTest = (file: string) => file.startsWith('tests/') || /\.test\.tsx?$/.test(file)

const blank = (match: string) => match.replace(/[^\n]/g, ' ')

/** The code of a file with comments blanked, line numbers kept; strings stay. */
export function withoutComments(text: string): string {
  return text.replace(
    /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
    (match) => (/^\/[/*]/.test(match) ? blank(match) : match),
  )
}
