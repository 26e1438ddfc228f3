import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig } from 'vitest/config'

/** The modules that Home needs for its first figures and that index.html does not request. */
const HOME_PARTS = /\/(?:HomePage|AppLayout|DataProvider)\.tsx$|\/persister\.ts$/

/** Passes the names of Home's chunks to public/early-record.js, which requests them before the app runs. */
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

/** Silences the worker's build and replaces an option that Vite reports as deprecated. */
const quietWorkerBuild: Plugin = {
  name: 'quiet-worker-build',
  config(config) {
    config.logLevel = 'warn'
    const output = config.build?.rollupOptions?.output
    if (output === undefined || Array.isArray(output)) return
    delete output.inlineDynamicImports
    output.codeSplitting = false
  },
}

const inTests = process.env['VITEST'] !== undefined
/** Long enough for a slow machine. Only a test that hangs waits this long. */
const TEST_LIMIT_MS = process.env['SALEROOM_LONG'] === '1' ? 3_600_000 : 300_000
const WAIT_MS = 60_000

export default defineConfig({
  plugins: [
    react(),
    nameHomeParts,
    // Unit tests have no worker, and the plugin would require a build.
    inTests
      ? null
      : VitePWA({
          strategies: 'injectManifest',
          srcDir: 'sw',
          filename: 'sw.ts',
          manifest: false, // public/manifest.webmanifest is written by hand
          // A build whose worker unregisters itself, in case a released worker is broken.
          selfDestroying: process.env['KILL_WORKER'] === '1',
          injectRegister: false, // src/app registers it with workbox-window
          injectManifest: {
            globPatterns: ['**/*.{js,css,html,svg,woff2}', 'icons/*.png', 'manifest.webmanifest'],
            globIgnores: ['screenshots/**', '**/*.map'],
            sourcemap: false,
            buildPlugins: { vite: [quietWorkerBuild] },
          },
          devOptions: { enabled: process.env['SW_DEV'] === '1', type: 'module' },
        }),
  ],
  define: {
    // Used in main.tsx only, so that a new build id renames only one chunk.
    __BUILD_ID__: JSON.stringify(process.env['BUILD_ID'] ?? 'dev'),
  },
  build: {
    outDir: 'dist/client',
    target: 'baseline-widely-available',
    manifest: true,
    // Every browser of the target supports modulepreload.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 560,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // A group includes its imports: with a lower priority, react would be part of `charts`, and
            // every page would load that.
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
              name: 'forms', // without its resolvers, which Login does not use
              test: /node_modules[\\/]react-hook-form[\\/]/,
              priority: 30,
            },
            { name: 'zod', test: /node_modules[\\/]zod[\\/]/, priority: 30 },
            // The first load of Login has no queries, and that of Home has no mutations.
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
              name: 'parts', // used by every screen and by Login; separate files compress worse
              test: /src[\\/]ui[\\/](theme|input-frame|Icon|IconButton|Tooltip|placement|use-after-press)\.tsx?$/,
              priority: 5,
            },
            {
              name: 'screens', // used by every screen after sign-in; nothing here may be used by Login
              test: /src[\\/](ui[\\/](Segmented|Switch|Surface|ProjectDot|Figure|use-media)|domain[\\/](money|time-units|format-time)|api[\\/]refetch)\.tsx?$/,
              priority: 4,
            },
            {
              name: 'home', // shared by the first cards and the lazy ones; one file compresses better
              test: /src[\\/]features[\\/]home[\\/](graph-series|ranked-rows|use-first-draw|tooltip-rows|chart-colours)\.tsx?$/,
              priority: 3,
            },
            {
              name: 'api', // the HTTP client and the session, used by every screen and by Login
              test: /src[\\/](api|state)[\\/](http|transport|reply|api-error|error-message|connection|refresh|idb-store|storage|tab-channel|clock|session|session-record|use-online)\.ts$/,
              priority: 5,
            },
          ],
        },
      },
    },
  },
  test: {
    // Each worker holds a database per file in memory, so more workers would only swap.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          // The projects run one after the other: a worker that receives a file of the other project exits.
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
          // Each file has its own context, in a thread that starts once.
          pool: 'vmThreads',
          // Its CommonJS build refers to an export that does not exist.
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
