import { posix } from 'node:path'
import { isCode, isTest, root, withoutComments } from './tree.ts'
import type { Violation, Tree } from './tree.ts'

const code = (tree: Tree) => [...tree].filter(([file]) => isCode(file))
const product = (tree: Tree) =>
  code(tree).filter(([file]) => /^(?:src|server|sw)\//.test(file) && !isTest(file))

/** `file:line: text` for every line of the files that matches. */
function linesWith(files: [string, string][], pattern: RegExp, keepComments = false): Violation[] {
  return files.flatMap(([file, text]) =>
    (keepComments ? text : withoutComments(text))
      .split('\n')
      .flatMap((line, at) => (pattern.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
  )
}

/** No file whose only purpose is to pass on others. */
export const barrels = (tree: Tree): Violation[] => [
  ...[...tree.keys()].filter((file) => /(?:^|\/)index\.[jt]sx?$/.test(file)),
  ...linesWith(code(tree), /^\s*export\s+\*/),
]

const VAGUE = /^(?:utils?|helpers?|common|types?|hooks?|constants?|lib|misc|shared)$/

/** Names that say nothing about what is inside. */
export const vagueNames = (tree: Tree): Violation[] =>
  [...tree.keys()].filter((file) =>
    file.split('/').some((part) => VAGUE.test(part.replace(/\..*$/, ''))),
  )

/** Component files are PascalCase and export that name; all others are kebab-case. */
export const fileNames = (tree: Tree): Violation[] =>
  code(tree).flatMap(([file, text]) => {
    const name = file.slice(file.lastIndexOf('/') + 1).replace(/\.(?:tsx?|m?js)$/, '')
    const stem = name.replace(/\.(?:test|spec|d|config)$/, '')
    if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(stem)) return []
    if (!/^[A-Z][A-Za-z0-9]*$/.test(stem)) return [`${file}: kebab-case, or a component's name`]
    const isExported = new RegExp(
      `export (?:const|function|class) ${stem}\\b|export \\{[^}]*\\b${stem}\\b`,
    ).test(text)
    return isTest(file) || isExported ? [] : [`${file}: exports no ${stem}`]
  })

/** Tables, not code: data files by their name. */
const DATA = /-data\.(?:ts|mjs)$/

/** 400 lines at most, but for tables of data. */
export const longFiles = (tree: Tree): Violation[] =>
  [...tree]
    .filter(([file]) => (isCode(file) || file.endsWith('.css')) && !DATA.test(file))
    .map(([file, text]) => ({ file, lines: text.split('\n').length - 1 }))
    .filter(({ lines }) => lines >= 400)
    .map(({ file, lines }) => `${file}: ${lines} lines`)

/** Their names are a list. */
const LISTS = ['src/wire', 'server/db/migrations', 'tests/e2e']
const MOST_FILES = 25

/** Folders that can't be seen at a glance: tests aside, 25 files lie directly in one at most. */
export function fullFolders(tree: Tree): Violation[] {
  const counts = new Map<string, number>()
  for (const file of tree.keys()) {
    if (!/^(?:src|server|tests)\//.test(file) || /\.test\.tsx?$/.test(file)) continue
    const folder = file.slice(0, file.lastIndexOf('/'))
    if (!LISTS.includes(folder)) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > MOST_FILES)
    .map(([folder, count]) => `${folder}: ${count} files`)
}

/** Product code exports by name. */
export const defaultExports = (tree: Tree): Violation[] =>
  linesWith(product(tree), /^\s*export default\b/)

/** What switches the compiler or the linter off, without a reason on the line above. */
export const unprovenSilence = (tree: Tree): Violation[] =>
  code(tree).flatMap(([file, text]) => {
    const lines = text.split('\n')
    return lines.flatMap((line, at) => {
      const isSilence =
        /^\s*\{?\/[/*]\s*(?:(?:oxlint|eslint)-disable|@ts-(?:ignore|expect-error|nocheck))/
      const isReasoned =
        /^\s*(?:\/\/|\/?\*|\{\/\*)/.test(lines[at - 1] ?? '') || / -- \S/.test(line)
      return isSilence.test(line) && !isReasoned ? [`${file}:${at + 1}: ${line.trim()}`] : []
    })
  })

const ASSERTION = /[\w)\]}] as (?:[A-Z{[(]|unknown|string|number|never)|[\w)\]]!(?=[.,;)\]\s]|$)/
const LONGEST_EXPRESSION_LINES = 24

/** `as` and `!` outside tests, without a comment above the statement that they end. */
export const unprovenAssertions = (tree: Tree): Violation[] =>
  product(tree)
    .filter(([file]) => /\.tsx?$/.test(file))
    .flatMap(([file, text]) => {
      const lines = text.split('\n')
      const bare = withoutComments(text)
        .replace(/^import [^;]*?from '[^']*'$/gm, (all) => all.replace(/[^\n]/g, ' '))
        .replace(/'[^'\n]*'|`[^`]*`/g, (all) => all.replace(/[^\n]/g, ' '))
        .split('\n')
      return bare.flatMap((line, at) => {
        // Words between tags are no code.
        if (!ASSERTION.test(line) || /<\/\w+>/.test(line)) return []
        const above = lines.slice(Math.max(0, at - LONGEST_EXPRESSION_LINES), at)
        const indent = /^\s*/.exec(line)?.[0].length ?? 0
        const start = above.findLastIndex(
          (one) => one.trim() !== '' && (/^\s*/.exec(one)?.[0].length ?? 0) < indent,
        )
        const own = above.slice(Math.max(0, start - 1))
        const isReasoned = own.some((one) => /^\s*(?:\/\/|\/?\*)/.test(one))
        return isReasoned ? [] : [`${file}:${at + 1}: ${line.trim()}`]
      })
    })

/** `any`, in every form it is written. */
export const anys = (tree: Tree): Violation[] =>
  linesWith(
    code(tree).filter(([file]) => file.endsWith('.ts') || file.endsWith('.tsx')),
    /(?::|\bas|<|,|\|)\s*any\b(?=[\s\])>;,=|]|$)/,
  ).filter((violation) => !/'[^']*\bany\b[^']*'/.test(violation))

/** Rulers and boxes in comments. */
export const bannerComments = (tree: Tree): Violation[] =>
  linesWith(code(tree), /^\s*(?:\/\/|\/\*+|\*)\s*[-=*#~]{3,}/, true)

/** One word per idea: a project is never called by the older word, but in the spec's own wording. */
export const otherWords = (tree: Tree): Violation[] =>
  linesWith(product(tree), /(?<!\bthe )presale/i, true)

/** No SQL in routes, no HTTP in the database's folder. */
export const mixedLayers = (tree: Tree): Violation[] => [
  ...linesWith(
    product(tree).filter(([file]) => file.startsWith('server/routes/')),
    /from 'kysely'|\bsql`|\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(/,
  ),
  ...linesWith(
    product(tree).filter(([file]) => file.startsWith('server/db/')),
    /from '(?:fastify|@fastify\/[^']+|node:https?)'/,
  ),
]

/** The paths of the calls in src/wire, as a pattern for string literals. */
function callPaths(tree: Tree): string {
  const paths = (files: [string, string][]) =>
    files.flatMap(([, text]) => [...text.matchAll(/^\s*path: '([^']+)'/gm)].map(([, path]) => path))
  // A screen may have the address of a list's call: /leads.
  const formOf = (path = '') => path.replaceAll(/:\w+/g, ':')
  const screens = new Set(
    paths([...tree].filter(([file]) => file === 'src/app/routes.ts')).map(formOf),
  )
  return paths([...tree].filter(([file]) => /^src\/wire\/[^/]+\.ts$/.test(file)))
    .filter((path) => !screens.has(formOf(path)))
    .map((path) => (path ?? '').replaceAll(/:\w+/g, '(?:\\$\\{[^}]*\\}|[^/\'"`]+)'))
    .join('|')
}

/** Screens name calls of src/wire: they hold no path, no method and no address of the API. */
export const strayCalls = (tree: Tree): Violation[] => {
  const paths = callPaths(tree)
  const literal = paths === '' ? '' : `|['"\`](?:${paths})['"\`?]`
  return linesWith(
    product(tree).filter(([file]) =>
      /^src\/(?:features|records|projects|credits|account|app)\//.test(file),
    ),
    new RegExp(
      `['"\`]/v1\\b|\\bmethod: ['"](?:GET|POST|PUT|PATCH|DELETE)['"]|\\bapiAddress\\b${literal}`,
    ),
  )
}

/** Storage keys live in one file. */
export const strayStorage = (tree: Tree): Violation[] =>
  linesWith(
    product(tree).filter(([file]) => file.startsWith('src/') && file !== 'src/state/storage.ts'),
    /\b(?:local|session)Storage\b/,
  )

/** Shows scripts in a sandbox that runs none. */
const PREVIEW = 'src/features/seo-scripts/ScriptPreview.tsx'

/** No text becomes HTML, but in the preview of scripts: React escapes what it shows. */
export const rawHtml = (tree: Tree): Violation[] =>
  linesWith(
    product(tree).filter(([file]) => file.startsWith('src/') && file !== PREVIEW),
    /\bdangerouslySetInnerHTML\b|\.(?:innerHTML|outerHTML|srcdoc)\s*=|\.insertAdjacentHTML\(|\bdocument\.write\(/,
  )

/** Tests that are left out, wait for a clock, look for test ids, or keep big snapshots. */
export const weakTests = (tree: Tree): Violation[] => [
  ...linesWith(
    code(tree).filter(([file]) => isTest(file) && !file.includes('house')),
    /\b(?:it|test|describe)\.(?:skip|only|todo|fixme)\b|waitForTimeout\(|ByTestId\(|toMatchSnapshot\(/,
  ),
  ...linesWith(
    product(tree).filter(([file]) => file.startsWith('src/')),
    /data-testid/,
  ),
  ...[...tree.keys()].filter((file) => file.endsWith('.snap')),
]

/** Commands that a document names and package.json doesn't have. */
export const missingCommands = (tree: Tree): Violation[] => {
  const scripts: unknown = JSON.parse(tree.get('package.json') ?? '{}').scripts
  const known = new Set([...Object.keys(scripts ?? {}), 'ci', 'install'])
  return [...tree]
    .filter(([file]) => file.endsWith('.md'))
    .flatMap(([file, text]) =>
      [...text.matchAll(/\bnpm (?:run ([\w:-]+)|(test|start|ci|install)\b)/g)]
        .map((match) => match[1] ?? match[2] ?? '')
        .filter((name) => !known.has(name))
        .map((name) => `${file}: npm run ${name}`),
    )
}

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (text: string) =>
  new Set(
    [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )

/** Links of a document to a file, a folder or a heading that isn't there. */
export const deadLinks = (tree: Tree): Violation[] =>
  [...tree]
    .filter(([file]) => file.endsWith('.md'))
    .flatMap(([file, text]) =>
      [...text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
        .filter(([, to = '', anchor]) => {
          const target = to === '' ? file : posix.join(posix.dirname(file), to)
          const found = tree.get(target)
          if (anchor !== undefined) return !anchorsOf(found ?? '').has(anchor)
          return (
            found === undefined && ![...tree.keys()].some((name) => name.startsWith(`${target}/`))
          )
        })
        .map(([link]) => `${file}: ${link.slice(1)}`),
    )

/** What only one machine has: where packages were fetched from, and where folders lie. */
export const machineTraces = (tree: Tree): Violation[] => {
  const homes = ['home', 'Users'].map((name) => `(?<!\\w)/${name}/\\w`).join('|')
  const places = new RegExp(`${homes}|${root.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)
  const others = [...tree].filter(([file]) => !/^package-lock|^tests\/house/.test(file))
  return [
    ...linesWith(others, places, true),
    ...linesWith(
      [...tree].filter(([file]) => /^(?:package-lock\.json|\.npmrc)$/.test(file)),
      /"resolved"|registry\s*=|"https?:\/\/[^"]+\.tgz"/,
      true,
    ),
  ]
}

const TOP_LEVEL = new Set(
  `.ci .dockerignore .env.example .gitattributes .gitignore .oxfmtrc.json .oxlintrc.json Dockerfile
  README.md compose.yaml docs index.html package-lock.json package.json playwright.config.ts public
  scripts server src sw tests tsconfig.json tsconfig.node.json tsconfig.sw.json vite.config.ts`.split(
    /\s+/,
  ),
)

/** Every top-level entry has earned its place. */
export const strayTopLevel = (tree: Tree): Violation[] =>
  [...new Set([...tree.keys()].map((file) => file.split('/')[0] ?? ''))].filter(
    (name) => !TOP_LEVEL.has(name),
  )

/** .ci/run is the README's test command and nothing else. */
export const otherCi = (tree: Tree): Violation[] => {
  const lines = (tree.get('.ci/run') ?? '').split('\n')
  const commands = lines.filter((line) => line.trim() !== '' && !line.startsWith('#'))
  return commands.length === 1 && /^(?:exec )?npm test$/.test(commands[0] ?? '')
    ? []
    : ['.ci/run: calls npm test and nothing else']
}
