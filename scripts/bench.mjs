import { execFileSync, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import path from 'node:path'
import { ensurePackages, requireNode } from './prerequisites.mjs'

// `npm run bench [-- --large]`: measures everything on this machine, and writes docs/benchmarks.md.
// Nothing else should run meanwhile.

requireNode()
await ensurePackages()
const { ensureChromium, findChromium } = await import('./browser.mjs')
const { findPostgres } = await import('./postgres.mjs')
const { root } = await import('./sources.mjs')

/** Gzipped JavaScript of a first load, in KB, measured in a browser as ours is, of their releases. */
const OTHERS = [
  { name: 'Umami 3.1', kb: 842 },
  { name: 'Rybbit 1.3', kb: 623 },
]
const LIGHTEST = Math.min(...OTHERS.map(({ kb }) => kb))

/**
 * Runs a program of Node's, shows what it prints, and answers it.
 * @param {string[]} args
 * @returns {Promise<string>}
 */
async function told(args) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
    process.stdout.write(chunk)
  })
  const code = await new Promise((resolve) => child.on('close', resolve))
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
  return text.trim()
}

/** @param {string | undefined} program @param {string} missing */
const versionOf = (program, missing) =>
  program === undefined
    ? missing
    : execFileSync(program, ['--version'], { encoding: 'utf8' }).trim()

/** @param {string} name of a package */
const packageVersion = (name) =>
  JSON.parse(readFileSync(path.join(root, 'node_modules', name, 'package.json'), 'utf8')).version

if (!(await ensureChromium())) throw new Error('No Chromium here: set CHROMIUM_PATH to one.')
const { chromium } = await import('playwright')
const browser = findChromium()
const postgres = findPostgres()

/** How much JavaScript each first load takes. @param {string} text of check-build */
function firstLoads(text) {
  const lines = [...text.matchAll(/^ {2}(\/.*?) +([\d.]+) KB/gm)]
  return [
    '| first load, gzipped JavaScript | KB | of the lightest other |',
    '|---|---|---|',
    ...lines.map(
      ([, name, kb]) =>
        `| Saleroom ${name} | ${kb} | ${((100 * Number(kb)) / LIGHTEST).toFixed(0)} % |`,
    ),
    ...OTHERS.map(({ name, kb }) => `| ${name}, its first screen | ${kb} | |`),
  ].join('\n')
}

await told(['scripts/build.mjs'])
const loads = firstLoads(await told(['scripts/check-build.mjs']))
const large = process.argv.includes('--large') ? ['--large'] : []
const server = await told(['tests/bench/run.mjs', 'server', ...large])
const web = []
for (const name of ['web', 'web-lists', 'web-labels', 'web-offline'])
  web.push(await told(['tests/bench/run.mjs', name]))

const [processor] = cpus()
writeFileSync(
  path.join(root, 'docs', 'benchmarks.md'),
  `# Benchmarks

Written by \`npm run bench${large.length > 0 ? ' -- --large' : ''}\` on ${new Date().toISOString().slice(0, 10)}; run it again to have the figures of your own machine. Each figure stands beside what it is to be compared with, measured in the same run; only the other products' loads were measured once, in their releases. An aim is what we want on a quiet machine: a figure beyond it is one that we have missed. Nothing else should run meanwhile.

- Machine: ${cpus().length} × ${processor?.model.trim() || process.arch}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB
- Node.js ${process.versions.node}; ${versionOf(browser?.executablePath ?? chromium.executablePath(), 'no Chromium')}
- ${versionOf(postgres && path.join(postgres, 'postgres'), 'no PostgreSQL')}; PGlite ${packageVersion('@electric-sql/pglite')}

## What a browser fetches

${loads}

\`npm test\` fails when a first load grows past its limit (\`scripts/first-load.mjs\`).

## In the browser

\`\`\`text
${web.join('\n\n')}
\`\`\`

## On the server

Every call goes through the whole application, beside plain SQL on the same rows.

${server.replaceAll(/^## /gm, '### ')}
`,
)
console.log('\nWritten to docs/benchmarks.md')
