import { describe, expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { codeOf } from '@/tests/support/api/two-factor'
import {
  aBrowser,
  hasChromium,
  open,
  overflowOf,
  seriousFindings,
  signIn,
  signUp,
  type TestPage,
} from '@/tests/support/browser/browser'
import { untilHydrated } from '@/tests/support/browser/hydration'

const browser = aBrowser()

/**
 * Sets up two-factor on the security page.
 *
 * @returns the secret and the recovery codes as shown
 */
async function setUp(page: TestPage, password: string): Promise<{ secret: string; codes: string[] }> {
  await open(page, '/account/security')
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('dialog').getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  const secret = (await page.getByTestId('secret').textContent()) ?? ''
  const image = page.getByAltText('QR code for your authenticator app')
  expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(100)
  await page.getByLabel('Code from the app').fill(codeOf(secret))
  await page.getByRole('button', { name: 'Turn on' }).click()
  const list = page.getByTestId('recovery-codes')
  await list.waitFor()
  const codes = await list.getByRole('listitem').allTextContents()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByText('10 of 10 recovery codes left').waitFor()
  return { secret, codes }
}

describe.skipIf(!hasChromium)('in a browser', () => {
  test('set up two-factor; signing in needs a code, or a recovery code once', async () => {
    const page = await browser.newPage()
    const person = await signUp(page)
    const { secret, codes } = await setUp(page, person.password)
    expect(codes).toHaveLength(10)
    // Allows the code of this step again, so that the test need not wait 30 seconds.
    const { id } = await database()
      .selectFrom('users')
      .select('id')
      .where('email', '=', person.email)
      .executeTakeFirstOrThrow()
    await database().updateTable('user_two_factor').set({ last_step: 0 }).where('user_id', '=', id).execute()

    const other = await browser.newPage({ viewport: { width: 375, height: 700 } })
    await signIn(other, person)
    await other.waitForURL(/\/sign-in\/two-factor/)
    expect((await other.request.get('/api/v1/account')).status()).toBe(401)
    expect([await seriousFindings(other), await overflowOf(other)]).toEqual([[], 0])
    await other.getByLabel('Code').fill('000000')
    await other.getByRole('button', { name: 'Sign in' }).click()
    await other.getByRole('alert').filter({ hasText: 'Wrong code' }).waitFor()
    // It still works after a reload.
    await other.reload()
    await untilHydrated(other)
    await other.getByLabel('Code').fill(codeOf(secret))
    await other.getByRole('button', { name: 'Sign in' }).click()
    await other.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
    expect((await other.request.get('/api/v1/account')).status()).toBe(200)

    const lost = await browser.newPage()
    await signIn(lost, person)
    await lost.getByRole('link', { name: 'Use a recovery code' }).click()
    await lost.getByLabel('Recovery code').fill(codes[0] ?? '')
    await lost.getByRole('button', { name: 'Sign in' }).click()
    await lost.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
    expect([page.errors, other.errors, lost.errors]).toEqual([[], [], []])
  })

  test('the code page redirects to sign-in without a password step', async () => {
    const page = await browser.newPage()
    await page.goto('/sign-in/two-factor?next=/account')
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/sign-in?next=%2Faccount&error=expired')
  })

  test('deleting an account needs its password and email', async () => {
    const page = await browser.newPage()
    const person = await signUp(page)
    await open(page, '/account')
    await page.getByRole('button', { name: 'Delete account' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Deleted with your account').waitFor()
    expect([await seriousFindings(page), await overflowOf(page)]).toEqual([[], 0])
    await dialog.getByLabel('Password').fill(person.password)
    await dialog.getByLabel(`Type ${person.email} to confirm`).fill('other@example.com')
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await dialog.getByText('This is not your email').waitFor()
    await dialog.getByLabel(`Type ${person.email} to confirm`).fill(person.email)
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await page.waitForURL((url) => url.pathname === '/')
    expect((await page.request.get('/api/v1/account')).status()).toBe(401)
    await signIn(page, person)
    await page.getByRole('alert').filter({ hasText: 'Wrong email or password' }).waitFor()
    expect(page.errors).toEqual([])
  })
})
