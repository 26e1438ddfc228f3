import { execFileSync, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import path from 'node:path'
import { ensurePackages, requireNode } from './prerequisites.mjs'

// `npm run bench [-- --large]` runs all benchmarks on this machine and writes docs/benchmarks.md.
// Run it on an otherwise idle machine.

requireNode()
await ensurePackages()
const { ensureChromium, findChromium } = await import('./browser.mjs')
const { findPostgres } = await import('./postgres.mjs')
const { root } = await import('./sources.mjs')

/** Gzipped JavaScript of other products' first loads in KB, measured in a browser like Saleroom's. */
const OTHERS = [
  { name: 'Umami 3.1', kb: 842 },
  { name: 'Rybbit 1.3', kb: 623 },
]
const SMALLEST = Math.min(...OTHERS.map(({ kb }) => kb))

/**
 * Runs a Node.js program and prints its output.
 * @param {string[]} args
 * @returns {Promise<string>} the output
 */
async function readOutput(args) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
    process.stdout.write(chunk)
  })
  const code = await new Promise((resolve) => child.on('close', resolve))
  if (code !== 0) throw new Error(`${args.join(' ')} exited with code ${code}`)
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

if (!(await ensureChromium())) throw new Error('No Chromium was found. Set CHROMIUM_PATH to one.')
const { chromium } = await import('playwright')
const browser = findChromium()
const postgres = findPostgres()

/** A table of the first loads. @param {string} text the output of the benchmark `web` */
function firstLoads(text) {
  const lines = [...text.matchAll(/^ {2}((?:Login|Home), .*?) +([\d.]+) KB in/gm)]
  return [
    '| first load, gzipped JavaScript | KB | share of the smallest other |',
    '|---|---|---|',
    ...lines.map(
      ([, name, kb]) =>
        `| Saleroom ${name} | ${kb} | ${((100 * Number(kb)) / SMALLEST).toFixed(0)} % |`,
    ),
    ...OTHERS.map(({ name, kb }) => `| ${name}, first screen | ${kb} | |`),
  ].join('\n')
}

await readOutput(['scripts/build.mjs'])
const large = process.argv.includes('--large') ? ['--large'] : []
const server = await readOutput(['tests/bench/run.mjs', 'server', ...large])
const web = []
for (const name of ['web', 'web-lists', 'web-labels', 'web-offline'])
  web.push(await readOutput(['tests/bench/run.mjs', name]))

const [processor] = cpus()
writeFileSync(
  path.join(root, 'docs', 'benchmarks.md'),
  `# Benchmarks

Written by \`npm run bench${large.length > 0 ? ' -- --large' : ''}\` on ${new Date().toISOString().slice(0, 10)}; run it again to measure your own machine. Ten million purchases and live figures are on [another page](benchmarks-large.md). Each figure is listed with what it is compared with, measured in the same run; only the other products' first loads were measured once, from their releases. A target applies to an idle machine. A figure beyond its target means that the target was missed. Run the benchmarks with nothing else running.

- Machine: ${cpus().length} × ${processor?.model.trim() || process.arch}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB
- Node.js ${process.versions.node}; ${versionOf(browser?.executablePath ?? chromium.executablePath(), 'no Chromium')}
- ${versionOf(postgres && path.join(postgres, 'postgres'), 'no PostgreSQL')}; PGlite ${packageVersion('@electric-sql/pglite')}

## First loads

${firstLoads(web[0] ?? '')}

Counted in a browser. \`npm test\` fails when one exceeds its limit (\`tests/e2e/first-load.spec.ts\`).

## In the browser

\`\`\`text
${web.join('\n\n')}
\`\`\`

## On the server

Every call goes through the whole application and is compared with plain SQL on the same rows.

${server.replaceAll(/^## /gm, '### ')}
`,
)
console.log('\nWritten to docs/benchmarks.md')
