import { expect, test } from 'vitest'
import { listStories, type StoryDetail } from '@/lib/stories/contract'
import { aBrowser, hasChromium, open, signUp } from '@/tests/support/browser/browser'
import { anImageFile } from '../media/files'

const browser = aBrowser()

const until = <T>(ask: () => T) => expect.poll(ask, { timeout: 15_000 })

test.skipIf(!hasChromium)('a shared photo survives sign-in and becomes a new draft', async () => {
  const page = await browser.newPage({ serviceWorkers: 'allow' })
  const person = await signUp(page)
  await open(page, '/sign-in')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await until(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await page.context().clearCookies()
  await page.evaluate((base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const files = new DataTransfer()
    files.items.add(new File([bytes], 'loaf.png', { type: 'image/png' }))
    const form = Object.assign(document.createElement('form'), { method: 'post', action: '/share' })
    form.enctype = 'multipart/form-data'
    form.innerHTML = '<input name="text"><input name="url"><input name="files" type="file">'
    const [text, url, file] = form.querySelectorAll('input')
    if (!text || !url || !file) return
    text.value = 'Fresh from the oven'
    url.value = 'https://example.com/bread'
    file.files = files.files
    document.body.append(form)
    form.submit()
  }, anImageFile('loaf.png').buffer.toString('base64'))
  await page.waitForURL(/\/sign-in\?next=/)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(new RegExp(`/${person.projectId}/compose`))
  await until(() => page.getByLabel('Caption', { exact: true }).inputValue()).toBe(
    'Fresh from the oven\n\nhttps://example.com/bread',
  )
  await until(() => page.getByRole('group', { name: 'Media' }).locator('[data-url]:not([data-url=""])').count()).toBe(1)
  // Nothing is left for the next user of this browser.
  expect(await page.evaluate(() => caches.has('storycast-shared'))).toBe(false)
  // Pages are never stored.
  await page.context().setOffline(true)
  await page.goto(`/${person.projectId}/calendar`)
  await page.getByRole('heading', { name: 'You are offline' }).waitFor()
  await page.context().setOffline(false)
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('a draft written offline is listed, and saved once when back online', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/calendar`)
  await page.getByRole('link', { name: 'New story' }).first().click()
  const caption = page.getByLabel('Caption', { exact: true })
  await caption.waitFor()
  await page.getByRole('checkbox', { name: /^X/ }).check()
  await page.context().setOffline(true)
  await caption.fill('Written on the train')
  await page.getByText('Saved on this device only.').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('1 draft is on this device only').waitFor()
  await page.getByText('Written on the train').waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByText('1 draft is on this device only').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  // The server leaves room for it, so that nothing moves when a page is loaded.
  const html = await (await page.request.get(`/${projectId}/calendar`)).text()
  expect(html).toContain('1 draft is on this device only')
  await page.context().setOffline(false)
  await page.getByText('1 draft is on this device only').waitFor({ state: 'detached' })
  const stories = async (): Promise<Pick<StoryDetail, 'caption' | 'status'>[]> =>
    (await (await page.request.get(`${listStories.path}?project_id=${projectId}`)).json()).stories
  await until(async () => (await stories()).map(({ caption, status }) => [caption, status])).toEqual([
    ['Written on the train', 'draft'],
  ])
})
