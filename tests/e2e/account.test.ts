import { describe, expect, test } from 'vitest'
import { aBrowser, hasChromium, open, signIn, signUp, type TestPage } from '../support/browser'

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
    expect([...here.faults, ...there.faults]).toEqual([])
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
    await here.getByText('This is not your current password.').waitFor()
    await submit(person.password, 'password123')
    await here.getByText(/one of the most common passwords/).waitFor()
    await submit(person.password, 'three green bottles')
    await here.getByText('Password changed. You are signed out everywhere else.').waitFor()
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false])
    await signIn(there, { email: person.email, password: 'three green bottles' })
    await there.waitForURL(/calendar/)
    expect([...here.faults, ...there.faults]).toEqual([])
  })
})
