import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig } from 'vitest/config'

/** What Home draws its first figures with, beside what index.html already asks for. */
const HOME_PARTS = /\/(?:HomePage|AppLayout|DataProvider)\.tsx$|\/persister\.ts$/

/** Names Home's chunks to public/early-record.js, which asks for them before the app runs. */
const nameHomeParts: Plugin = {
  name: 'name-home-parts',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const files = new Set<string>()
      const visit = (file: string) => {
        const chunk = bundle[file]
        if (chunk?.type !== 'chunk' || files.has(file) || html.includes(file)) return
        files.add(file)
        for (const next of chunk.imports) visit(next)
      }
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && HOME_PARTS.test(chunk.facadeModuleId ?? ''))
          visit(chunk.fileName)
      const home = [...files].map((file) => `/${file}`).join(' ')
      return html.replace('src="/early-record.js"', `$& data-home="${home}"`)
    },
  },
}

/** The worker's build is quiet too, and has no option that Vite calls deprecated. */
const mendWorkerBuild: Plugin = {
  name: 'mend-worker-build',
  config(config) {
    config.logLevel = 'warn'
    const output = config.build?.rollupOptions?.output
    if (output === undefined || Array.isArray(output)) return
    delete output.inlineDynamicImports
    output.codeSplitting = false
  },
}

const inTests = process.env['VITEST'] !== undefined
/** A slow machine is no failure; only a test that hangs waits this long. */
const TEST_LIMIT_MS = process.env['SALEROOM_LONG'] === '1' ? 3_600_000 : 300_000
const WAIT_MS = 60_000

export default defineConfig({
  plugins: [
    react(),
    nameHomeParts,
    // Unit tests have no worker, and the plugin would look for a build.
    inTests
      ? null
      : VitePWA({
          strategies: 'injectManifest',
          srcDir: 'sw',
          filename: 'sw.ts',
          manifest: false, // public/manifest.webmanifest is written by hand
          // The way out if a worker ever does harm: a build whose worker removes itself.
          selfDestroying: process.env['KILL_WORKER'] === '1',
          injectRegister: false, // src/app registers it with workbox-window
          injectManifest: {
            globPatterns: ['**/*.{js,css,html,svg,woff2}', 'icons/*.png', 'manifest.webmanifest'],
            globIgnores: ['screenshots/**', '**/*.map'],
            sourcemap: false,
            buildPlugins: { vite: [mendWorkerBuild] },
          },
          devOptions: { enabled: process.env['SW_DEV'] === '1', type: 'module' },
        }),
  ],
  define: {
    // Used in main.tsx only: a new build id then renames one chunk, not all of them.
    __BUILD_ID__: JSON.stringify(process.env['BUILD_ID'] ?? 'dev'),
  },
  build: {
    outDir: 'dist/client',
    target: 'baseline-widely-available',
    manifest: true,
    // Every browser of the target knows modulepreload.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 560,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Groups pull in what they import: below the others, react would land in `charts` and
            // every page would wait for it.
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
              priority: 100,
            },
            {
              name: 'charts',
              test: /node_modules[\\/](echarts|echarts-for-react|zrender|size-sensor|fast-deep-equal)[\\/]/,
              priority: 30,
            },
            {
              name: 'sortable',
              test: /node_modules[\\/](sortablejs|react-sortablejs|classnames|tiny-invariant)[\\/]/,
              priority: 30,
            },
            {
              name: 'forms', // without its resolvers: Login has two fields and its own rules
              test: /node_modules[\\/]react-hook-form[\\/]/,
              priority: 30,
            },
            { name: 'zod', test: /node_modules[\\/]zod[\\/]/, priority: 30 },
            // Login knows no queries and registers its worker later: neither is in its first load.
            // Home writes nothing: its first load has no mutations.
            {
              name: 'query',
              test: /node_modules[\\/]@tanstack[\\/](?!.*[\\/](?:useMutation|mutationObserver)\.js$)/,
              priority: 30,
            },
            {
              name: 'vendor',
              test: /node_modules[\\/](wouter|regexparam|use-sync-external-store|valtio|proxy-compare|goober|react-hot-toast|ofetch|ufo|destr|node-fetch-native|idb-keyval)[\\/]/,
              priority: 10,
            },
            {
              name: 'parts', // of every screen, Login too: as files of their own they compress worse
              test: /src[\\/]ui[\\/](theme|input-frame|Icon|IconButton|Tooltip|placement|use-after-press)\.tsx?$/,
              priority: 5,
            },
            {
              name: 'screens', // what all of them show behind the sign-in; nothing here may be Login's too
              test: /src[\\/](ui[\\/](Segmented|Switch|Surface|ProjectDot|Figure|use-media)|domain[\\/](money|time-units|format-time))\.tsx?$/,
              priority: 4,
            },
            {
              name: 'home', // shared by the first cards and the lazy ones: one file compresses better
              test: /src[\\/]features[\\/]home[\\/](graph-series|ranked-rows|use-first-draw|tooltip-rows|chart-colours)\.tsx?$/,
              priority: 3,
            },
            {
              name: 'door', // to the API, of every screen too
              test: /src[\\/](api|state)[\\/](http|transport|reply|api-error|error-message|connection|refresh|idb-store|storage|tab-channel|clock|session|session-record|use-online)\.ts$/,
              priority: 5,
            },
          ],
        },
      },
    },
  },
  test: {
    // A database per file is held in memory by each worker: more of them only swap.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          // One project after the other: a worker that met a file of the other would end.
          sequence: { groupOrder: 1 },
          environment: 'node',
          isolate: false,
          setupFiles: ['tests/support/node-setup.ts'],
          include: ['{src,server,sw,scripts,tests}/**/*.test.ts'],
          testTimeout: TEST_LIMIT_MS,
          hookTimeout: TEST_LIMIT_MS,
          expect: { poll: { timeout: WAIT_MS } },
        },
      },
      {
        extends: true,
        test: {
          name: 'jsdom',
          sequence: { groupOrder: 2 },
          environment: 'jsdom',
          // A context of its own for each file, in a thread that starts once.
          pool: 'vmThreads',
          // Its CommonJS names an export that it doesn't have.
          server: { deps: { inline: ['react-sortablejs'] } },
          include: ['{src,tests}/**/*.test.tsx'],
          setupFiles: ['tests/support/jsdom-setup.ts'],
          testTimeout: TEST_LIMIT_MS,
          hookTimeout: TEST_LIMIT_MS,
          expect: { poll: { timeout: WAIT_MS } },
        },
      },
    ],
  },
})
