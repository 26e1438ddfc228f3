import { ALL, expect, test } from '#tests/support/e2e.ts'

test.use({ serviceWorkers: 'allow' })

test('Home prints dark on white, with all its figures and charts and nothing to press', async ({
  page,
  openAs,
}) => {
  await openAs(page, 'admin@saleroom.example', '/?period=month')
  const cards = page.getByRole('main').getByRole('region')
  await expect(cards).toHaveCount(10)
  for (const each of await cards.all()) await expect(each).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByRole('img', { name: 'Deposits by project' })).toBeAttached()
  await expect(page.locator('canvas').first()).toBeVisible()
  await page.evaluate(() => {
    // By then every chart has been drawn for print.
    matchMedia('print').addEventListener('change', ({ matches }) => {
      const drawn = document.querySelectorAll('canvas').length
      if (matches) document.documentElement.dataset['drawn'] = String(drawn)
    })
  })
  const paper = await page.pdf()
  expect(paper.subarray(0, 4).toString()).toBe('%PDF')
  await expect(page.locator('html')).toHaveAttribute('data-drawn', '10')

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Printed by admin@saleroom.example')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Download CSV' })).toHaveCount(0)
  const total = page.getByRole('region', { name: 'Transactions' }).getByText(/^\$[\d,]+\.\d\d$/)
  await expect(total.first()).toHaveCSS('color', 'rgb(10, 12, 14)')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.locator('canvas').first()).toHaveCSS('filter', 'invert(1) hue-rotate(180deg)')
  // The campaigns of UTM Plus are both buttons and figures.
  await expect(page.getByRole('region', { name: 'UTM Plus' }).getByRole('button')).toHaveCount(3)
})

test(
  'With forced colours the name of the product and what is chosen stand out',
  ALL,
  async ({ page, openAs }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' })
    await openAs(page, 'admin@saleroom.example', '/?period=month')
    const background = (name: string) =>
      page
        .getByRole('radio', { name, exact: true })
        .evaluate((element) => getComputedStyle(element).backgroundColor)
    expect(await background('Month')).not.toBe(await background('Week'))
    const [text, ground] = await page
      .getByRole('radio', { name: 'Month', exact: true })
      .evaluate((element) => [
        getComputedStyle(element).color,
        getComputedStyle(element).backgroundColor,
      ])
    expect(text).not.toBe(ground)
    // Its text is light: on a light background it is drawn black.
    await expect(page.getByRole('img', { name: 'Saleroom' })).toHaveCSS('filter', 'brightness(0)')
  },
)
