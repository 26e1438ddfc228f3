import type { Page, Request } from '@playwright/test'
import { openFolder } from '#tests/support/journeys/e2e-database.ts'
import { ALL, expect, test } from '#tests/support/journeys/e2e.ts'

const card = (page: Page, project: string) =>
  page.getByRole('region', { name: project, exact: true })

const isSave = (request: Request) =>
  request.method() === 'POST' && request.url().includes('/seo-scripts/')

/** Markup that must not run: each would set `pwned` on this page, leave it, or request `/pwned`. */
const SCRIPTS = [
  '<script>parent.pwned = 1</script>',
  '<script>top.pwned = 1</script>',
  '<script>fetch("/pwned")</script>',
  '<script>top.location = "/pwned"</script>',
  '<script src="/pwned"></script>',
  '<script type="module">parent.pwned = 1</script>',
  '<img src="x" onerror="parent.pwned = 1">',
  '<img src="/pwned">',
  '<svg onload="parent.pwned = 1"></svg>',
  '<svg><script>parent.pwned = 1</script></svg>',
  '<svg><animate onbegin="parent.pwned = 1" attributeName="x" dur="1s"/></svg>',
  '<body onload="parent.pwned = 1">',
  '<iframe srcdoc="&lt;script>top.pwned = 1&lt;/script>"></iframe>',
  '<iframe src="javascript:top.pwned = 1"></iframe>',
  '<iframe src="/pwned"></iframe>',
  '<object data="/pwned"></object>',
  '<embed src="/pwned">',
  '<link rel="stylesheet" href="/pwned">',
  '<style>@import "/pwned";</style>',
  '<style>body { background: url(/pwned) }</style>',
  '<meta http-equiv="refresh" content="0; url=/pwned">',
  '<base href="/pwned/"><img src="x.png">',
  '<form action="/pwned"><input name="a" autofocus onfocus="parent.pwned = 1"></form>',
  '<details open ontoggle="parent.pwned = 1"><summary>x</summary></details>',
  '<video src="/pwned" autoplay onerror="parent.pwned = 1"></video>',
  '<audio src="/pwned" autoplay></audio>',
  '<input autofocus onfocus="parent.pwned = 1">',
  '<marquee onstart="parent.pwned = 1">x</marquee>',
  '<math href="javascript:parent.pwned = 1">x</math>',
  '</iframe><script>pwned = 1</script>',
  '<template shadowrootmode="open"><script>parent.pwned = 1</script></template>',
]

/** Each would navigate the preview's frame to `/pwned` when clicked. */
const LINKS = [
  '<a href="/pwned">link 0</a>',
  '<a href="/pwned" target="_self">link 1</a>',
  '<a href="/pwned" target="">link 2</a>',
  '<a href="/pwned" target="_parent">link 3</a>',
  '<form action="/pwned" target="_self"><button>link 4</button></form>',
  '<form><button formaction="/pwned" formtarget="_self">link 5</button></form>',
  '<svg width="90" height="20"><a href="/pwned" target="_self"><text y="15" fill="red">link 6</text></a></svg>',
  '<svg width="90" height="20"><a href="/pwned"><set attributeName="target" to="_self"/><text y="15" fill="red">link 7</text></a></svg>',
  '<div><template shadowrootmode="open"><a href="/pwned" target="_self">link 8</a></template></div>',
  '<svg width="90" height="20"><a href="/pwned"><text y="15" fill="red">link 9</text></a></svg>',
  '<math href="/pwned"><mtext>link 10</mtext></math>',
]

test('The changed lines of scripts are shown before they are saved', async ({
  page,
  openAs,
  ownApp,
  expectAccessible,
}) => {
  await openAs(page, 'admin@saleroom.example', '/seo-scripts', ownApp)
  const aura = card(page, 'AURA')
  const head = aura.getByRole('textbox', { name: 'Head script' })
  const body = aura.getByRole('textbox', { name: 'Body script' })
  await head.fill('<script>\n  track()\n</script>')
  await body.fill('')
  await expect(aura.getByText('2 scripts edited')).toBeVisible()
  await expect(aura.getByText(/^28 \/ 20,000$/)).toBeVisible()
  await expectAccessible(page)

  let sent = 0
  page.on('request', (request) => (sent += isSave(request) ? 1 : 0))
  await aura.getByRole('button', { name: 'Save' }).click()
  const changes = aura.getByRole('group', { name: 'Head script changes' })
  await expect(changes.getByRole('img', { name: 'added' })).toHaveCount(3)
  await expect(aura.getByText('These lines change on the live site')).toBeVisible()
  await expectAccessible(page)
  expect(sent).toBe(0)
  await aura.getByRole('button', { name: 'Back to editing' }).click()
  await expect(head).toHaveValue('<script>\n  track()\n</script>')
  await aura.getByRole('button', { name: 'Save' }).click()

  const request = page.waitForRequest(isSave)
  await aura.getByRole('button', { name: 'Save' }).click()
  expect((await request).postDataJSON()).toEqual({
    header: '<script>\n  track()\n</script>',
    body: null,
  })
  await expect(page.getByText('Successfully updated scripts')).toBeVisible()
  await expect(aura.getByText('No changes')).toBeVisible()
  await expect(aura.getByText('No body script yet')).toBeVisible()

  await page.close()
  await ownApp.stop()
  const database = await openFolder(ownApp.folder)
  const rows = await database.query(
    `select header, body from seo_scripts where project_id = 'AURA'`,
  )
  expect(rows).toEqual([{ header: '<script>\n  track()\n</script>', body: null }])
  await database.close()
})

test(
  'A preview shows what a script shows and runs nothing',
  ALL,
  async ({ page, openAs, allowConsole }) => {
    // The browser reports each of them as blocked, which this test expects.
    allowConsole(/./)
    await openAs(page, 'admin@saleroom.example', '/seo-scripts')
    const aura = card(page, 'AURA')
    const requests: Request[] = []
    page.on('request', (request) => {
      if (request.url().includes('pwned')) requests.push(request)
    })
    const mode = aura.getByRole('radiogroup', { name: 'Mode' }).first()
    for (const script of SCRIPTS) {
      await mode.getByRole('radio', { name: 'Edit' }).click()
      await aura.getByRole('textbox', { name: 'Head script' }).fill(`${script}<p>shown</p>`)
      await mode.getByRole('radio', { name: 'Preview' }).click()
      const frame = aura.frameLocator('iframe[title="Head script preview"]')
      // If a page replaced the preview, or markup swallowed the text, this would not be visible.
      await expect(frame.locator('html')).toBeAttached()
    }
    await mode.getByRole('radio', { name: 'Edit' }).click()
    await aura.getByRole('textbox', { name: 'Head script' }).fill(LINKS.join('\n'))
    await mode.getByRole('radio', { name: 'Preview' }).click()
    // A link that navigated the frame would remove the others.
    for (const place of [...LINKS.keys(), ...LINKS.keys()])
      await aura.frameLocator('iframe').getByText(`link ${place}`, { exact: true }).click()
    await mode.getByRole('radio', { name: 'Edit' }).click()
    await aura.getByRole('textbox', { name: 'Head script' }).fill('<b>Stage 5</b> is live')
    await mode.getByRole('radio', { name: 'Preview' }).click()
    await expect(aura.frameLocator('iframe').getByText('Stage 5 is live')).toBeVisible()
    await expect(aura.getByText('Scripts do not run here')).toBeVisible()
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
    // A request that the frame's policy blocks may be announced first; it never leaves the browser.
    const left = requests.filter((request) => request.failure()?.errorText !== 'csp')
    expect(left.map((request) => request.url())).toEqual([])
    await expect(page).toHaveURL(/seo-scripts/)
  },
)
