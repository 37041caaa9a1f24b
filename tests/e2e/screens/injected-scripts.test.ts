import { expect, test } from 'vitest'
import { aBrowser, hasChromium, open } from '@/tests/support/browser/browser'

const browser = aBrowser()

test.skipIf(!hasChromium)('injected scripts and handlers do not run', async () => {
  const page = await browser.newPage()
  await open(page, '/sign-in')
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.injected = "script"'
    document.body.append(script)
    document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="window.injected = \'handler\'">')
  })
  const blocked = () => page.errors.filter((fault) => fault.startsWith('Content-Security-Policy: script-src')).length
  await expect.poll(blocked, { timeout: 15_000 }).toBe(2)
  expect(await page.evaluate('window.injected')).toBeUndefined()
})
