import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { control } from '@/tests/support/api/api'
import { aBrowser, hasChromium, open, seriousFindings, signUp } from '@/tests/support/browser/browser'
import { sandboxUrl } from '@/tests/support/sandbox/file-sandbox'

const browser = aBrowser()

test.skipIf(!hasChromium)(
  'the address of a blog becomes a connector, finds a new article, moves and is deleted',
  async () => {
    const page = await browser.newPage()
    const { projectId } = await signUp(page)
    const blog = `${sandboxUrl()}/sources/blog-${newId()}`
    await open(page, `/${projectId}/connectors`)
    await page.getByRole('link', { name: 'New connector' }).click()

    // The page of a blog leads to its feed.
    await page.getByLabel('Address').fill(blog)
    await page.getByRole('button', { name: 'Test source' }).click()
    await page.getByRole('alert').filter({ hasText: 'This is a web page. Its feed is at' }).waitFor()
    expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: 'Use that address' }).click()
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByText('Our winter blend is here').waitFor()
    expect(await preview.getByRole('article').count()).toBe(3)
    await preview
      .getByRole('listitem')
      .filter({ hasText: /^author$/ })
      .waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByLabel('Name').fill('Our blog')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.waitForURL(/\/connectors$/)
    await page.getByText('No new items yet').waitFor()

    await control('POST', `/control/articles/${blog.split('/').at(-1)}`, { title: 'Fresh from the oven' })
    await page.getByRole('button', { name: 'Actions for “Our blog”' }).click()
    await page.getByRole('menuitem', { name: 'Check now' }).click()
    await page.getByText('1 new item', { exact: true }).waitFor()
    await page.getByText(/^New item/).waitFor()
    await page.getByRole('link', { name: 'Our blog' }).click()
    await page
      .getByRole('article')
      .filter({ hasText: 'Fresh from the oven' })
      .getByText(/^Found/)
      .waitFor()
    expect(await seriousFindings(page)).toEqual([])

    // A failing source says so, and another address repairs it.
    await database()
      .updateTable('connectors')
      .set({ url: `${blog}/nothing`, etag: null, body_hash: null })
      .where('project_id', '=', projectId)
      .execute()
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByText(/has nothing at this address \(404\)/).waitFor()
    await page.getByText('Failing', { exact: true }).waitFor()
    await page.reload()
    await page.getByLabel('Address').fill(`${blog}/posts.json`)
    await page.getByText('More options').click()
    await page.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'JSON', exact: true }).click()
    await page.getByRole('button', { name: 'Test source' }).click()
    await page.getByRole('region', { name: 'Items' }).getByText('data.posts').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.waitForURL(/\/connectors$/)
    await page.getByText('Healthy', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Actions for “Our blog”' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete connector' }).click()
    await page.getByText('No connectors yet').waitFor()
    expect(page.errors).toEqual([])
  },
  180_000,
)
