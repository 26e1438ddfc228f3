import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'
import { build, ensurePackages, requireNode } from './prerequisites.mjs'
import { buildStamp, isBuildCurrent, root } from './sources.mjs'

// `npm run bundle [-- folder]`: one folder that runs with Node.js alone, on a machine without a package
// registry. It holds the build, what the server imports, the operators' commands and the documents.

/** Nothing reads these at run time: source maps, types, and extensions of the embedded database. */
const NEEDLESS = /\.(?:map|[cm]?ts|tar\.gz)$/

requireNode()
await ensurePackages()

const folder = path.resolve(process.argv[2] ?? path.join(root, 'bundle'))
// It may be the folder of a running server, with its settings and its data.
if (existsSync(folder) && readdirSync(folder).length > 0) {
  console.error(
    `${folder} is not empty. Delete it, or name another folder: npm run bundle -- FOLDER`,
  )
  process.exit(1)
}
if (!isBuildCurrent()) await build()

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** Copies a file or a folder of the checkout, without packages in it. @param {string} name */
function copy(name) {
  const from = path.join(root, name)
  cpSync(from, path.join(folder, name), {
    recursive: true,
    filter: (file) =>
      !NEEDLESS.test(file) && path.basename(path.relative(from, file)) !== 'node_modules',
  })
}

/** @type {Set<string>} */
const packages = new Set()

/**
 * Copies an installed package and those that it needs. Their licences are among their files.
 * @param {string} name
 * @param {string} from the folder that needs it, relative to the checkout
 * @param {boolean} isOptional such as a build for another system, which is not installed
 */
function copyPackage(name, from, isOptional) {
  const found = path.join(from, 'node_modules', name)
  if (!existsSync(path.join(root, found))) {
    if (from !== '') copyPackage(name, path.dirname(from).replace(/^\.$/, ''), isOptional)
    else if (!isOptional) throw new Error(`The package ${name} is not installed.`)
    return
  }
  if (packages.has(found)) return
  packages.add(found)
  copy(found)
  const { dependencies, optionalDependencies } = readJson(path.join(root, found, 'package.json'))
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies }))
    copyPackage(needed, found, needed in (optionalDependencies ?? {}))
}

/** The scripts that a script imports, and itself. @param {string} name @returns {string[]} */
function scriptsOf(name) {
  const text = readFileSync(path.join(root, 'scripts', name), 'utf8')
  const imported = [...text.matchAll(/(?:from |import\()'\.\/([\w-]+\.mjs)'/g)]
  return [name, ...imported.flatMap(([, found = '']) => scriptsOf(found))]
}

mkdirSync(folder, { recursive: true })
for (const part of ['client', 'server', 'build.json', 'licenses.md']) copy(path.join('dist', part))
copy('docs')
const { scripts, name, version, license, type, engines } = readJson(path.join(root, 'package.json'))
const commands = Object.entries(scripts).filter(([, line]) => /start\.mjs|command\.mjs/.test(line))
for (const script of new Set(['start.mjs', 'command.mjs'].flatMap(scriptsOf)))
  copy(path.join('scripts', script))
const { imports } = readJson(buildStamp)
for (const file of imports)
  if (!file.startsWith('node:') && !builtinModules.includes(file))
    copyPackage(file.split('/', file.startsWith('@') ? 2 : 1).join('/'), '', false)
const description = { name, version, private: true, license, type, engines }
writeFileSync(
  path.join(folder, 'package.json'),
  `${JSON.stringify({ ...description, scripts: Object.fromEntries(commands) }, null, 2)}\n`,
)

const { platform, arch } = process
console.log(`Bundled ${packages.size} packages for ${platform} ${arch}: ${folder}`)
