import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { linkReceivedBy } from '@/tests/support/api/mails'
import { aBrowser, hasChromium, open, signIn, signUp, type TestPage } from '@/tests/support/browser/browser'

const browser = aBrowser()

const isSignedIn = async (page: TestPage): Promise<boolean> => (await page.request.get('/api/v1/account')).ok()

describe.runIf(hasChromium)('account security', () => {
  test('sessions are listed and can be signed out, one by one and all at once', async () => {
    const [here, there] = [await browser.newPage(), await browser.newPage()]
    const person = await signUp(here)
    await signIn(there, person)
    await there.waitForURL(/calendar/)

    await open(here, '/')
    await here
      .getByRole('button', { name: `Account of ${person.name}` })
      .first()
      .click()
    await here.getByRole('menuitem', { name: 'Account' }).click()
    await here.getByRole('link', { name: 'Security' }).click()
    const list = here.getByRole('region', { name: 'Where you’re signed in' })
    await list.getByText('This device').waitFor()
    expect(await list.getByRole('listitem').count()).toBe(2)

    await list.getByRole('button', { name: /^Sign out Chrome/ }).click()
    await here.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await here.getByText(/^Signed out Chrome/).waitFor()
    expect(await list.getByRole('listitem').count()).toBe(1)
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false])

    await list.getByRole('button', { name: 'Sign out everywhere' }).click()
    await here.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await here.waitForURL(/\/sign-in$/)
    expect(await isSignedIn(here)).toBe(false)
    expect([...here.errors, ...there.errors]).toEqual([])
  })

  test('a password change asks for the current one, says what is wrong, and signs out everywhere else', async () => {
    const [here, there] = [await browser.newPage(), await browser.newPage()]
    const person = await signUp(here)
    await signIn(there, person)
    await there.waitForURL(/calendar/)

    await open(here, '/account/security')
    const submit = async (current: string, next: string): Promise<void> => {
      await here.getByLabel('Current password').fill(current)
      await here.getByLabel('New password').fill(next)
      await here.getByRole('button', { name: 'Change password' }).click()
    }
    await submit('not my password', 'three green bottles')
    await here.getByText('Wrong current password.').waitFor()
    await submit(person.password, 'password123')
    await here.getByText(/This password is too common/).waitFor()
    await submit(person.password, 'three green bottles')
    await here.getByText('Password changed. You are signed out everywhere else.').waitFor()
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false])
    await signIn(there, { email: person.email, password: 'three green bottles' })
    await there.waitForURL(/calendar/)
    expect([...here.errors, ...there.errors]).toEqual([])
  })
})

test.skipIf(!hasChromium)('a forgotten password is replaced with a mailed link', async () => {
  const page = await browser.newPage()
  const { email } = await signUp(await browser.newPage())
  await open(page, '/sign-in')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByRole('heading', { name: 'Reset your password' }).waitFor()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByText('Check your inbox').waitFor()
  const link = await linkReceivedBy(email, 'reset-password')
  await open(page, link)
  const password = randomUUID()
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Your password was changed').waitFor()
  await signIn(page, { email, password })
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
  await open(page, link)
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
  expect(page.errors).toEqual([])
})
