import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '#scripts/free-port.mjs'
import { root } from '#scripts/sources.mjs'
import { loginResponseSchema } from '#src/wire/auth.ts'
import { bannerSchema } from '#src/wire/banners.ts'
import { copyDemoData } from '#tests/support/journeys/e2e-demo-data.ts'
import { pictureFile } from '#tests/support/journeys/e2e-files.ts'
import { ALL, DEMO_PASSWORD, expect, test } from '#tests/support/journeys/e2e.ts'

const run = promisify(execFile)
const MARKETING = 'marketing@saleroom.example'

test(
  'A bundle runs with Node.js alone: it serves the app, stores an image and runs commands',
  ALL,
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'saleroom-bundle-'))
    try {
      const bundle = path.join(folder, 'saleroom')
      const makeBundle = () => run(process.execPath, ['scripts/bundle.mjs', bundle], { cwd: root })
      await makeBundle()
      await expect(makeBundle()).rejects.toThrow('is not empty')
      expect((await readdir(bundle)).toSorted()).toEqual(
        ['dist', 'docs', 'node_modules', 'package.json', 'scripts'].toSorted(),
      )
      expect(existsSync(path.join(bundle, 'node_modules', 'vite'))).toBe(false)
      expect(await readFile(path.join(bundle, 'dist', 'licenses.md'), 'utf8')).toContain(
        'react-dom',
      )

      // Neither npm nor anything else is on the path, and nothing could be downloaded.
      const programs = path.join(folder, 'bin')
      await mkdir(programs)
      await symlink(process.execPath, path.join(programs, 'node'))
      const env = { PATH: programs, HOME: folder, npm_config_registry: 'http://127.0.0.1:9' }
      const data = path.join(folder, 'data')
      await copyDemoData(data)
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      const settings = [
        `PORT=${port}`,
        `PUBLIC_URL=${url}`,
        `SALEROOM_DATA=${data}`,
        'SALEROOM_DEMO=1',
      ]
      await writeFile(path.join(bundle, 'saleroom.env'), settings.join('\n'))

      const server = spawn('node', ['scripts/start.mjs'], { cwd: bundle, env, stdio: 'pipe' })
      const ended = once(server, 'exit')
      let output = ''
      for (const stream of [server.stdout, server.stderr])
        stream.on('data', (chunk: Buffer) => {
          output += chunk.toString()
        })
      try {
        await expect
          .poll(() => (server.exitCode === null ? output : `exited: ${output}`))
          .toContain(`Saleroom is ready: ${url}`)
        expect(output).not.toMatch(/Installing|Building/)
        expect(await (await fetch(url)).text()).toContain('<title>Saleroom</title>')

        const login = await fetch(`${url}/v1/auth/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: MARKETING, password: DEMO_PASSWORD }),
        })
        const { tokens } = loginResponseSchema.parse(await login.json())
        const headers = { authorization: `Bearer ${tokens.access.token}` }
        const form = new FormData()
        for (const [name, width, height] of [
          ['desktop_banner', 1600, 500],
          ['mobile_banner', 800, 600],
        ] as const) {
          const { buffer, mimeType } = await pictureFile(name, width, height)
          form.append(name, new Blob([new Uint8Array(buffer)], { type: mimeType }), `${name}.png`)
        }
        const upload = await fetch(`${url}/v1/banners/AURA`, {
          method: 'POST',
          headers,
          body: form,
        })
        expect(upload.status, output).toBe(201)
        const { desktop_image_url: image } = bannerSchema.parse(await upload.json())
        expect((await fetch(`${url}/v1${image}`)).headers.get('content-type')).toBe('image/png')

        const users = await run('node', ['scripts/command.mjs', 'users', 'list'], {
          cwd: bundle,
          env,
        })
        expect(users.stdout).toContain(MARKETING)
      } finally {
        server.kill('SIGTERM')
        await ended
      }
      expect(server.exitCode).toBe(0)
    } finally {
      await rm(folder, { recursive: true })
    }
  },
)
