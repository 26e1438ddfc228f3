import type { Page } from 'playwright'

/** Signs in through the form of the app at `url`, and waits until the login page is gone. */
export async function submitLogin(
  page: Page,
  url: string,
  email: string,
  password: string,
): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  // Another button is named "Login with a passkey".
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL((address) => address.pathname !== '/login')
}
