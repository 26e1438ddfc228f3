import { transformAsync } from '@babel/core'
import dynamicImport from '@babel/plugin-transform-dynamic-import'
import systemjs from '@babel/plugin-transform-modules-systemjs'
import { build, minify } from 'vite'

/**
 * @typedef {import('vite').Rolldown.OutputChunk} OutputChunk
 * @typedef {Readonly<Record<string, import('vite').Rolldown.OutputAsset | OutputChunk>>} Bundle
 */

const BOOT = 'scripts/build/boot.ts'
/** Part of every chunk's hash: increase it with a change of what this file writes. */
const FORMAT = 'classic 3'
/** The modules that Home needs for its first figures. */
const HOME_PARTS =
  /\/src\/(?:features\/home\/HomePage|app\/frame\/AppLayout|app\/DataProvider)\.tsx$|\/src\/cache\/persister\.ts$/
const ENTRY = /\/src\/main\.tsx$/

/**
 * A plugin for Babel that refuses what scripts/build/chunk-loader.ts does not support.
 * @type {import('@babel/core').Plugin}
 */
const refuseUnsupported = () => ({
  visitor: {
    AwaitExpression(path) {
      if (path.getFunctionParent() === null) throw path.buildCodeFrameError('A top-level await')
    },
    MetaProperty(path) {
      if (path.node.meta.name === 'import') throw path.buildCodeFrameError('import.meta')
    },
  },
})

/**
 * A plugin for Babel that removes comments and needless spaces of styles, the only templates with a
 * tag. goober reads them alike, but every first load has them.
 * @type {import('@babel/core').Plugin}
 */
const compactStyles = () => ({
  visitor: {
    TaggedTemplateExpression({ node }) {
      for (const { value } of node.quasi.quasis)
        value.raw = value.raw
          .replaceAll(/\/\*.*?\*\//gs, '')
          .replaceAll(/\s*\n\s*/g, '\n')
          .replaceAll(/(^|[;{}])\n/g, '$1')
          .replaceAll(/([:,]) | (?=\{)/g, '$1')
    },
  },
})

/**
 * Firefox 114 lacks the methods that sort or reverse a copy of an array: the copy is made first.
 * @param {string} code
 */
const copyFirst = (code) =>
  code.replaceAll('.toSorted(', '.slice().sort(').replaceAll('.toReversed(', '.slice().reverse(')

/** @param {string} file */
const nameOf = (file) => file.replace(/^assets\//, '')

/**
 * The code of a chunk as a classic script, which registers itself with scripts/build/chunk-loader.ts.
 * @param {OutputChunk} chunk
 * @returns {Promise<string>}
 */
async function toClassic({ code, fileName }) {
  const result = await transformAsync(copyFirst(code), {
    babelrc: false,
    configFile: false,
    compact: true,
    comments: false,
    sourceType: 'module',
    moduleIds: true,
    moduleId: nameOf(fileName),
    plugins: [
      refuseUnsupported,
      compactStyles,
      dynamicImport,
      [systemjs, { systemGlobal: 'chunks' }],
    ],
  })
  const classic = (result?.code ?? '').replaceAll(/(["'`])\.\/([\w.-]+\.js)\1/g, '$1$2$1')
  const minified = await minify(fileName, classic, { module: false, compress: false })
  return minified.code
}

/** @param {Bundle} bundle @returns {OutputChunk[]} */
const chunksOf = (bundle) => Object.values(bundle).filter((each) => each.type === 'chunk')

/**
 * The files of a chunk and of all that it imports statically, itself first.
 * @param {Bundle} bundle @param {string} file @param {Set<string>} [seen]
 */
function closureOf(bundle, file, seen = new Set()) {
  const chunk = bundle[file]
  if (chunk?.type !== 'chunk' || seen.has(file)) return seen
  seen.add(file)
  for (const next of chunk.imports) closureOf(bundle, next, seen)
  return seen
}

/**
 * What scripts/build/boot.ts must know about the build's chunks.
 * @param {Bundle} bundle
 */
function describeChunks(bundle) {
  const chunks = chunksOf(bundle).toSorted((a, b) => a.fileName.localeCompare(b.fileName))
  /** @param {RegExp} pattern */
  const having = (pattern) =>
    chunks
      .filter((chunk) => chunk.moduleIds.some((id) => pattern.test(id)))
      .map((chunk) => chunk.fileName)
  const [entry = ''] = having(ENTRY)
  const first = closureOf(bundle, entry)
  const dynamic = new Set(chunks.flatMap((chunk) => chunk.dynamicImports))
  const list = chunks.map(({ fileName }) => {
    const needed = dynamic.has(fileName) ? [...closureOf(bundle, fileName)].slice(1) : []
    const places = needed
      .filter((file) => !first.has(file))
      .map((file) => chunks.findIndex((chunk) => chunk.fileName === file))
    return [nameOf(fileName), ...places].join(' ')
  })
  const home = having(HOME_PARTS).filter((file) => !first.has(file))
  return {
    list: list.join('|'),
    entry: nameOf(entry),
    home: home.map(nameOf).join(' '),
    first: [...first],
  }
}

/**
 * Puts the chunks that the entry imports into its file, so that the page requests one script.
 * @param {import('vite').Rolldown.OutputBundle} bundle
 * @param {readonly string[]} files the entry and what it imports
 */
function mergeFirst(bundle, [entry = '', ...imported]) {
  const target = bundle[entry]
  if (target?.type !== 'chunk') throw new Error('The build has no entry.')
  for (const file of imported) {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk') continue
    target.code = chunk.code + target.code
    delete bundle[file]
  }
}

/** @param {object} chunks @param {import('vite').ResolvedConfig} config @returns {Promise<string>} */
async function buildBoot(chunks, config) {
  const result = await build({
    root: config.root,
    configFile: false,
    logLevel: 'warn',
    define: { __CHUNKS__: JSON.stringify(chunks) },
    build: {
      write: false,
      target: config.build.target,
      modulePreload: false,
      copyPublicDir: false,
      rolldownOptions: { input: BOOT, output: { format: 'iife' } },
    },
  })
  const { output } = Array.isArray(result)
    ? (result[0] ?? { output: [] })
    : 'output' in result
      ? result
      : { output: [] }
  const [boot] = output
  if (boot?.type !== 'chunk') throw new Error(`${BOOT} was not built.`)
  return boot.code
}

/**
 * Replaces the helper through which Vite imports chunks: it would preload them as modules. A chunk that
 * does not load is still reported by Vite's event.
 * @type {import('vite').Plugin}
 */
const importHelper = {
  name: 'import-helper',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    if (!id.endsWith('vite/preload-helper.js')) return undefined
    return `export const __vitePreload = (load) => load().catch((error) => {
      dispatchEvent(new Event('vite:preloadError'))
      throw error
    })`
  },
}

/**
 * Turns the chunks of a production build from modules into classic scripts, because browsers store
 * compiled code only of those, and adds the script that loads them to the page.
 * @returns {import('vite').Plugin[]}
 */
export function classicScripts() {
  /** @type {import('vite').ResolvedConfig} */
  let config
  return [
    importHelper,
    {
      name: 'classic-scripts',
      apply: 'build',
      enforce: 'post',
      configResolved(resolved) {
        config = resolved
      },
      augmentChunkHash: () => FORMAT,
      generateBundle: {
        order: 'post',
        async handler(_options, bundle) {
          const page = bundle['index.html']
          if (page?.type !== 'asset') return
          const { first, ...chunks } = describeChunks(bundle)
          for (const chunk of chunksOf(bundle)) chunk.code = await toClassic(chunk)
          const boot = this.getFileName(
            this.emitFile({
              type: 'asset',
              name: 'boot.js',
              source: await buildBoot(chunks, config),
            }),
          )
          mergeFirst(bundle, first)
          const preload = `<link rel="preload" as="script" href="/assets/${chunks.entry}">`
          page.source = String(page.source)
            .replaceAll(
              /\s*<script type="module"[^>]*><\/script>|\s*<link rel="modulepreload"[^>]*>/g,
              '',
            )
            .replace(/(?<=<html[^>]*) data-start="[^"]*"/, '')
            .replace('</style>', `$&\n    <script src="/${boot}"></script>\n    ${preload}`)
        },
      },
    },
  ]
}
