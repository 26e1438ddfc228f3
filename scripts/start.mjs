import { ensurePackages, requireNode, run } from './prerequisites.mjs'

// `npm start`: from a fresh clone to a running server. What is done already is skipped.

requireNode()
await ensurePackages()

const { isBuildCurrent } = await import('./sources.mjs')
if (!isBuildCurrent()) {
  const code = await run(process.execPath, ['scripts/build.mjs'])
  if (code !== 0) process.exit(code)
}

// In this same process: signals reach the server, and its exit code is ours.
await import(new URL('../dist/server/main.js', import.meta.url).href)
