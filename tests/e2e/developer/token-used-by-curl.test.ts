import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { aBrowser, hasChromium, overflowOf, seriousFindings, signUp } from '@/tests/support/browser/browser'
import { chooseOption } from '@/tests/support/browser/controls'
import { recordSecret } from '@/tests/support/processes/leak-log'

/** The curl command on the screen works as is, until the token is revoked. */

const browser = aBrowser()

const run = promisify(execFile)
/** Runs a pasted command. */
const inShell = async (line: string): Promise<Record<string, unknown>> =>
  JSON.parse((await run('bash', ['-c', line])).stdout) as Record<string, unknown>

test.skipIf(!hasChromium)('create a token and use it with curl', async () => {
  const page = await browser.newPage({ viewport: { width: 320, height: 720 } })
  const { projectId } = await signUp(page)
  await page.goto('/developer')
  await page.getByRole('button', { name: 'New token' }).first().click()
  await page.getByLabel('Name').fill('Till')
  await chooseOption(page.getByLabel('Expires'), 'In 30 days')
  await page.getByRole('button', { name: 'None' }).click()
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByText('Choose at least one permission.').waitFor()
  await page.getByLabel('Stories: Read').check()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Create token' }).click()
  const token = (await page.getByTestId('token').textContent()) ?? ''
  recordSecret(token)
  const line = (await page.getByTestId('curl').textContent()) ?? ''
  expect(await seriousFindings(page)).toEqual([])
  expect(await overflowOf(page)).toBe(0)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Never used').waitFor()

  expect(await inShell(line)).toMatchObject({ ok: true, project_id: projectId })
  const stories = `curl -s '${inject('productUrl')}/api/v1/stories' -H 'Authorization: Bearer ${token}'`
  expect(await inShell(stories)).toEqual({ stories: [], next_cursor: null })
  const queue = stories.replace('/stories', '/queue')
  expect(await inShell(queue)).toMatchObject({ error: { code: 'insufficient_scope' } })

  // The screen shows the last use and links to the docs.
  await page.getByText(/Last used/).waitFor({ timeout: 30_000 })
  for (const [name, address] of [
    ['API reference', '/docs'],
    ['Webhook events', '/docs/webhook-events'],
    ['Webhook endpoints', `/${projectId}/webhooks`],
  ]) {
    const links = page.getByRole('link', { name, exact: true })
    expect(await links.first().getAttribute('href')).toBe(address)
  }

  await page.getByRole('button', { name: 'Revoke Till' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('Revoked', { exact: true }).waitFor()
  expect(await inShell(line)).toMatchObject({ error: { code: 'unauthorized' } })
  expect(page.errors).toEqual([])
})
