import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import type { Workspace } from './workspace'

export const newcomerPassword = 'a long way to the first post'

let newcomers = 0

/** Signs up someone new. The answer is the workspace as they see it: their project is empty. */
export async function signUp(page: Page, workspace: Workspace): Promise<Workspace> {
  const email = `noor-${newcomers++}@cafe.example`
  await page.goto('/sign-up')
  await page.waitForLoadState('networkidle')
  await page.getByLabel('Your name').fill('Noor')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(newcomerPassword)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.waitForURL(/\/start$/)
  const projectId = new URL(page.url()).pathname.split('/')[1] ?? ''
  return { ...workspace, projectId, email, password: newcomerPassword }
}

export async function signIn(page: Page, { email, password }: Workspace): Promise<void> {
  await page.goto('/sign-in')
  await page.waitForLoadState('networkidle')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname !== '/sign-in')
}

/** From the security page: turns two-factor on, and signs in again up to the code. */
export async function signInWithTwoFactor(page: Page, workspace: Workspace): Promise<void> {
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('dialog').getByLabel('Password').fill(workspace.password)
  await page.getByRole('button', { name: 'Continue' }).click()
  const secret = (await page.getByTestId('secret').textContent()) ?? ''
  await page.getByLabel('Code from the app').fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.context().clearCookies()
  await signIn(page, workspace)
  await page.waitForLoadState('networkidle')
}
