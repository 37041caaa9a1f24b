import { expect, test } from 'vitest'
import { aBrowser, hasChromium, open, signUp } from '../support/browser'

const browser = aBrowser()

test.skipIf(!hasChromium)(
  'the narrowest phone shows every word of the navigation and leads to every screen',
  async () => {
    const page = await browser.newPage({ viewport: { width: 320, height: 640 } })
    const { projectId } = await signUp(page)
    await open(page, `/${projectId}/queue`)
    const nav = page.getByRole('navigation', { name: 'Main' })
    const cut = await nav.evaluate((bar) =>
      [...bar.querySelectorAll('li')].flatMap((item) => {
        const { left, right } = item.getBoundingClientRect()
        const isCut = (word: Element): boolean => {
          const box = word.getBoundingClientRect()
          return box.left < left || box.right > right || word.scrollWidth > word.clientWidth
        }
        return [...item.querySelectorAll('span:not(.sr-only, .contents)')].some(isCut) ? [item.textContent] : []
      }),
    )
    expect(cut).toEqual([])
    for (const screen of ['Connections', 'Settings', 'Developer']) {
      await nav.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: screen }).click()
      await page.getByRole('heading', { level: 1, name: screen }).waitFor()
    }
  },
)

test.skipIf(!hasChromium)('on a phone the story can be sent off from wherever one is in it', async () => {
  const page = await browser.newPage({ viewport: { width: 320, height: 640 } })
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/compose`)
  for (const channel of ['Instagram', 'Facebook', 'Threads', 'LinkedIn']) {
    await page.getByRole('checkbox', { name: new RegExp(`^${channel}`) }).check()
  }
  await page.getByLabel('Caption', { exact: true }).fill('Bread from today on. '.repeat(20))
  await page.getByRole('article', { name: 'Preview for LinkedIn' }).waitFor()
  await page.evaluate(() => window.scrollTo(0, 0))
  const buttons = page.getByRole('button', { name: /^(Save draft|Schedule|Publish now)/ })
  expect(await buttons.count()).toBe(3)
  const bar = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
  for (const button of await buttons.all()) {
    const box = await button.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= 320).toBe(true)
    expect(box && bar && box.y > 0 && box.y + box.height <= bar.y).toBe(true)
  }
})
