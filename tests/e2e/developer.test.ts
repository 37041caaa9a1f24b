import { expect, inject, test } from 'vitest'
import { getHealth } from '@/lib/health/contract'
import { createStory, listStories } from '@/lib/stories/contract'
import { Api } from '../support/api'
import { aBrowser, hasChromium, signUpByForm } from '../support/browser'
import { rememberSecret } from '../support/product'

const browser = aBrowser()

test.skipIf(!hasChromium)('a token is made, shown once, works over HTTP, and ends with its revocation', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUpByForm(page)
  await page.getByRole('link', { name: 'Developer' }).first().click()
  await page.getByRole('button', { name: 'New token' }).first().click()
  await page.getByLabel('Name').fill('Website import')
  await page.getByRole('button', { name: 'Read only' }).click()
  await page.getByRole('button', { name: 'Make token' }).click()

  const token = (await page.getByTestId('token').textContent()) ?? ''
  expect(token).toMatch(/^svc_pat_\w{32,}$/)
  rememberSecret(token)
  const curl = await page.getByTestId('curl').textContent()
  expect(curl).toBe(`curl -s ${inject('productUrl')}/api/v1/health -H 'Authorization: Bearer ${token}'`)

  const api = new Api(inject('productUrl'), token)
  expect(await api.get(getHealth)).toMatchObject({ ok: true, project_id: projectId })
  expect((await api.get(listStories, {})).stories).toEqual([])
  const refused = await api.refused(createStory, { caption: 'Read only means read only' })
  expect(refused.error.code).toBe('insufficient_scope')

  // Shown once: after a reload only its last characters are left.
  await page.reload()
  await page.getByRole('heading', { name: 'Website import' }).waitFor()
  expect(await page.content()).not.toContain(token)
  await page.getByText(/Last used/).waitFor()
  await page.getByText('read only').waitFor()

  await page.getByRole('button', { name: 'Revoke Website import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('Revoked', { exact: true }).waitFor()
  expect((await api.refused(getHealth)).error.code).toBe('unauthorized')
  expect(page.faults).toEqual([])
})
