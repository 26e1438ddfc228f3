import { isCode, isTest, withoutComments } from './tree.ts'
import type { Violation, Tree } from './tree.ts'

interface Import {
  from: string
  isTypeOnly: boolean
  /** What stands between braces: `MAX_ROLES`, `type Role`. Null for anything else. */
  names: readonly string[] | null
}

/** Static and dynamic imports and re-exports of a file. */
export function importsOf(text: string): Import[] {
  const code = withoutComments(text)
  const statements =
    /(?:^|[\n;])\s*(?:import|export)\s+(type\s)?(?:([^'"`;()=]*?)\sfrom\s*)?'([^'\n]+)'/g
  const found = [...code.matchAll(statements)].map((match) => ({
    from: match[3] ?? '',
    isTypeOnly: match[1] !== undefined,
    names: namesOf(match[2] ?? ''),
  }))
  const dynamic = [...code.matchAll(/\bimport\(\s*(?:\/\*.*?\*\/\s*)?'([^'\n]+)'/g)]
  const lazy = dynamic.map((match) => ({ from: match[1] ?? '', isTypeOnly: false, names: null }))
  return [...found, ...lazy]
}

function namesOf(clause: string): string[] | null {
  const between = /^\{([^}]*)\}$/.exec(clause.trim())?.[1]
  const names = between?.split(',').map((name) => name.trim())
  return names?.filter((name) => name !== '') ?? null
}

/** Whether an import takes nothing but types and constants. */
function isPlain({ isTypeOnly, names }: Import): boolean {
  if (isTypeOnly) return true
  return names?.every((name) => /^(?:type\s|[A-Z][A-Z\d_]*$)/.test(name)) ?? false
}

const folderOf = (file: string) => file.slice(0, Math.max(0, file.lastIndexOf('/')))

/** The part of the house a file lives in: `features/home`, `ui`, `server`, `tests`, … */
function roomOf(file: string): string {
  if (isTest(file) || /^[^/]+\.config\.ts$/.test(file)) return 'tests'
  const [first = '', second = '', third = ''] = file.split('/')
  if (first !== 'src') return first
  if (second === 'features') return `features/${third}`
  // main.tsx stands in src/ itself and mounts the app.
  return file.split('/').length > 2 ? second : 'app'
}

/** The rooms of src below the screens: each may import those above it in this list. */
const ROOMS = [
  'wire',
  'domain',
  'state',
  'session',
  'cache',
  'api',
  'ui',
  'writes',
  'figures',
  'records',
  'projects',
  'credits',
  'account',
]

/** Whether code of room `from` may import from room `to` (docs/developing.md, "Who may import whom"). */
function mayImport(from: string, to: string, file: string): boolean {
  if (from === to || from === 'tests') return true
  if (from === 'ui') return to === 'domain'
  if (from === 'server') return ['wire', 'domain'].includes(to)
  if (from === 'boot' || from === 'scripts') return to === 'state'
  if (from === 'app')
    return ROOMS.includes(to) || to.startsWith('features/') || file === 'sw/messages.ts'
  const place = from.startsWith('features/') ? ROOMS.length : ROOMS.indexOf(from)
  return ROOMS.slice(0, Math.max(0, place)).includes(to)
}

/** Packages that a room must not reach, and the only ones that src/wire may. */
function packageViolation(room: string, name: string): string | undefined {
  if (room === 'wire' && !/^zod(?:\/|$)/.test(name)) return 'wire imports nothing but zod'
  const isReact = /^(?:react|react-dom|wouter|goober|@ariakit|@tanstack)(?:\/|$)/.test(name)
  if (isReact && ['domain', 'server', 'sw'].includes(room)) return `${room} knows no React`
  if (name.startsWith('node:') && !['server', 'tests', 'scripts'].includes(room))
    return 'node: modules are for the server'
  return undefined
}

/** Every import against the arrows, and against the three ways of writing one. */
export function importViolations(tree: Tree): Violation[] {
  return [...tree]
    .filter(([file]) => isCode(file))
    .flatMap(([file, text]) =>
      importsOf(text).flatMap((each) => {
        const violation = violationOf(file, each)
        return violation === undefined ? [] : [`${file}: '${each.from}': ${violation}`]
      }),
    )
}

function violationOf(file: string, imported: Import): string | undefined {
  const { from } = imported
  const room = roomOf(file)
  if (from.startsWith('..')) return 'write #src/…, never ../'
  if (from.startsWith('.'))
    return /^\.\/[\w./-]+\.\w+(?:\?\w+)?$/.test(from) ? undefined : 'write the extension'
  if (from.startsWith('/')) return 'absolute path'
  if (from === 'react-hook-form' && imported.names?.includes('useForm') && room !== 'writes')
    return 'forms are made by the hooks of src/writes'
  if (!from.startsWith('#')) return packageViolation(room, from)
  const target = from.slice(1)
  if (!/\.\w+(?:\?\w+)?$/.test(target)) return 'write the extension'
  if (folderOf(target) === folderOf(file)) return 'inside a folder write ./'
  if (!mayImport(room, roomOf(target), target)) return `${room} may not import ${roomOf(target)}`
  if (room === 'domain' && roomOf(target) === 'wire' && !isPlain(imported))
    return 'domain imports only types and constants from wire'
  return undefined
}
