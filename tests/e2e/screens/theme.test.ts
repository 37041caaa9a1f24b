import { expect, test } from 'vitest'
import { aBrowser, hasChromium, signUpByForm } from '@/tests/support/browser/browser'

const browser = aBrowser()

test.skipIf(!hasChromium)('the server renders the chosen theme', async () => {
  const page = await browser.newPage({ colorScheme: 'light' })
  await signUpByForm(page)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByLabel('Dark').check()
  const first = await (await page.request.get(page.url())).text()
  expect(first).toContain('data-theme="dark"')
})
