import { afterAll, vi } from 'vitest'

// Test files of this project share a worker process, so that it starts once and keeps what it has
// loaded of node_modules. Our own modules are fresh in every file, and so is what a file may change.

vi.resetModules()
const env = { ...process.env }

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  Object.assign(process.env, env)
})
