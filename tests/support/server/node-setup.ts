import { afterAll, vi } from 'vitest'

// Test files of this project share a worker process, which starts once and keeps the loaded
// node_modules. Our own modules are loaded again for every file, and global state is reset.

vi.resetModules()
const env = { ...process.env }

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  Object.assign(process.env, env)
})
