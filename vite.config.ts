import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig } from 'vitest/config'
import { chunkGroups } from './scripts/build/chunks.mjs'
import { classicScripts } from './scripts/build/classic-scripts.mjs'
import { OLDEST_BROWSERS } from './scripts/build/oldest-browsers.mjs'
import { startupImages } from './scripts/build/startup-images.mjs'
import { byExtent } from './tests/support/server/test-extent.ts'

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
const TEST_LIMIT_MS = byExtent({ change: 300_000, long: 3_600_000 })
const WAIT_MS = 60_000

export default defineConfig({
  plugins: [
    react(),
    classicScripts(),
    startupImages(),
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
    target: OLDEST_BROWSERS,
    // Of the packages in the app: build.mjs moves it out of the folder that is served.
    license: true,
    // scripts/build/boot.ts requests what a chunk needs.
    modulePreload: false,
    chunkSizeWarningLimit: 560,
    rolldownOptions: {
      // The transform to classic scripts takes most of the build's time.
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
  test: {
    // One more than two processors: a worker waits now and then. Each holds databases in memory.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          // The projects run one after the other: a worker that receives a file of the other project exits.
          sequence: { groupOrder: 1 },
          environment: 'node',
          isolate: false,
          setupFiles: ['tests/support/server/node-setup.ts'],
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
          globalSetup: ['tests/support/screens/screen-server.ts'],
          // Its CommonJS build refers to an export that does not exist.
          server: { deps: { inline: ['react-sortablejs'] } },
          include: ['{src,tests}/**/*.test.tsx'],
          setupFiles: ['tests/support/screens/jsdom-setup.ts'],
          testTimeout: TEST_LIMIT_MS,
          hookTimeout: TEST_LIMIT_MS,
          expect: { poll: { timeout: WAIT_MS } },
        },
      },
    ],
  },
})
