import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { createRecurringTemplate } from '@/lib/recurring/contract'
import { createTemplate } from '@/lib/templates/contract'
import { aBrowser, hasChromium, open, post, signUp } from '@/tests/support/browser/browser'
import { addPillar } from '@/tests/support/browser/pillars'

/** Deletes are sent when their toast ends or the user leaves. Undo keeps the item and its id. */

const browser = aBrowser()

type Resource = {
  table: 'templates' | 'recurring_templates' | 'pillars'
  screen: string
  create: (page: Page, projectId: string) => Promise<unknown>
}

const template: Resource = {
  table: 'templates',
  screen: 'templates',
  create: (page, project_id) => post(page, createTemplate.path, { project_id, name: 'Bread' }),
}
const resources: Resource[] = [
  template,
  {
    table: 'recurring_templates',
    screen: 'recurring',
    create: (page, projectId) =>
      post(page, createRecurringTemplate.path.replace(':id', projectId), {
        name: 'Bread',
        story: { caption: 'Fresh bread' },
        cadence: { kind: 'daily', time: '09:00' },
      }),
  },
  {
    table: 'pillars',
    screen: 'pillars',
    create: (page, projectId) => addPillar(page, projectId, { name: 'Bread', content_type: 'bread' }),
  },
]

/** The screen with one item, and the DELETE requests that it sends. */
async function aScreen({ table, screen, create }: Resource) {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await create(page, projectId)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'DELETE') sent.push(request.url())
  })
  await open(page, `/${projectId}/${screen}`)
  const row = page.getByRole('heading', { name: 'Bread', exact: true })
  const remove = async (): Promise<void> => {
    await page.getByRole('button', { name: /^Actions for “?Bread”?$/ }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await row.waitFor({ state: 'detached' })
  }
  const storedIds = async (): Promise<string[]> => {
    const rows = await database().selectFrom(table).select('id').where('project_id', '=', projectId).execute()
    return rows.map(({ id }) => id)
  }
  return { page, projectId, row, remove, sent, storedIds }
}

test.skipIf(!hasChromium).each(resources)('$table: undo keeps the id, and leaving the screen deletes', async (one) => {
  const { page, row, remove, sent, storedIds } = await aScreen(one)
  const before = await storedIds()
  await remove()
  // A dialog makes the rest of the page inert, but not the toast.
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await row.waitFor()
  await page.keyboard.press('Escape')
  await remove()
  expect(sent).toEqual([])
  expect(await storedIds()).toEqual(before)
  await page.getByRole('link', { name: 'Queue', exact: true }).click()
  await expect.poll(storedIds).toEqual([])
  await page.getByText('“Bread” deleted.').waitFor({ state: 'detached' })
  expect(sent).toHaveLength(1)
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('closing the page deletes', async () => {
  const { page, remove, storedIds } = await aScreen(template)
  await remove()
  await page.goto('about:blank')
  await expect.poll(storedIds).toEqual([])
})

test.skipIf(!hasChromium)('the end of the toast deletes, and a failure brings the item back', async () => {
  const { page, projectId, row, remove, sent, storedIds } = await aScreen(template)
  await page.clock.install()
  await open(page, `/${projectId}/templates`)
  await page.context().setOffline(true)
  await remove()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByText('“Bread” was not deleted. Cannot reach the server.').waitFor()
  await row.waitFor()
  await page.context().setOffline(false)
  await remove()
  sent.length = 0
  await page.clock.fastForward('00:09')
  await expect.poll(storedIds).toEqual([])
  expect(sent).toHaveLength(1)
})

test.skipIf(!hasChromium)('a fourth toast makes room by ending the first', async () => {
  const { page, projectId, storedIds, remove } = await aScreen(template)
  for (const name of ['Rye', 'Brioche', 'Spelt']) await post(page, createTemplate.path, { project_id: projectId, name })
  await page.reload()
  await remove()
  for (const name of ['Rye', 'Brioche', 'Spelt']) {
    await page.getByRole('button', { name: `Actions for “${name}”` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
  }
  await expect.poll(async () => (await storedIds()).length).toBe(3)
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(3)
})
