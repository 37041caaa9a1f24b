import { expect, inject, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { getHealth } from '@/lib/health/contract'
import { createStory, listStories } from '@/lib/stories/contract'
import { Api } from '@/tests/support/api/api'
import { aBrowser, hasChromium, signUpByForm } from '@/tests/support/browser/browser'
import { recordSecret } from '@/tests/support/processes/leak-log'

const browser = aBrowser()

test.skipIf(!hasChromium)('a token is shown once, works over HTTP, and fails after it is revoked', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUpByForm(page)
  await page.getByRole('link', { name: 'Developer' }).first().click()
  await page.getByRole('button', { name: 'New token' }).first().click()
  await page.getByLabel('Name').fill('Website import')
  await page.getByRole('button', { name: 'Read only' }).click()
  await page.getByRole('button', { name: 'Create token' }).click()

  const token = (await page.getByTestId('token').textContent()) ?? ''
  expect(token).toMatch(/^svc_pat_\w{32,}$/)
  recordSecret(token)
  const curl = await page.getByTestId('curl').textContent()
  expect(curl).toBe(`curl -s ${inject('productUrl')}/api/v1/health -H 'Authorization: Bearer ${token}'`)

  const api = new Api(inject('productUrl'), token)
  expect(await api.get(getHealth)).toMatchObject({ ok: true, project_id: projectId })
  expect((await api.get(listStories, {})).stories).toEqual([])
  const refused = await api.refused(createStory, { caption: 'Read only means read only' })
  expect(refused.error.code).toBe('insufficient_scope')

  const { expires_at } = await database()
    .selectFrom('api_tokens')
    .select('expires_at')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  expect(Math.round(((expires_at?.getTime() ?? 0) - Date.now()) / 86_400_000)).toBe(90)

  // After a reload only the last characters are shown.
  await page.reload()
  await page.getByRole('heading', { name: 'Website import' }).waitFor()
  expect(await page.content()).not.toContain(token)
  await page.getByText(/Last used/).waitFor()
  await page.getByText('read only').waitFor()

  await page.getByRole('button', { name: 'Revoke Website import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('Revoked', { exact: true }).waitFor()
  expect((await api.refused(getHealth)).error.code).toBe('unauthorized')
  expect(page.errors).toEqual([])
})
