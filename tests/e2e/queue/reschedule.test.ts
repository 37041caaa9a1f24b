import { expect, test } from 'vitest'
import { createConnection } from '@/lib/connections/contract'
import { database } from '@/lib/db/pool'
import { putPostingSlots } from '@/lib/posting-slots/contract'
import { bulkReschedule } from '@/lib/queue/contract'
import { aSandboxAccount } from '@/tests/support/api/api'
import { aBrowser, hasChromium, open, post, signUp } from '@/tests/support/browser/browser'
import { insertStory } from '@/tests/support/database/story-rows'

const browser = aBrowser()

test.skipIf(!hasChromium)('reschedule a story with a channel of its own time, and undo it', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const channels = ['x', 'threads'] as const
  const row = { projectId, channels: [...channels], caption: 'Spring bread', dueIn: 86_400 }
  const { storyId, itemIds } = await insertStory(database(), row)
  const moves = [
    { story_ids: [storyId], scheduled_at: '2031-03-10T08:00:00Z' },
    { queue_item_ids: [itemIds.threads], scheduled_at: '2031-03-10T10:00:00Z' },
  ]
  for (const move of moves) await post(page, bulkReschedule.path, { project_id: projectId, ...move })
  const times = async (): Promise<(string | undefined)[]> => {
    const { scheduled_at } = await database()
      .selectFrom('stories')
      .select('scheduled_at')
      .where('id', '=', storyId)
      .executeTakeFirstOrThrow()
    const items = await database()
      .selectFrom('queue_items')
      .select(['channel', 'scheduled_at'])
      .where('story_id', '=', storyId)
      .execute()
    const own = channels.map((channel) => items.find((item) => item.channel === channel)?.scheduled_at)
    return [scheduled_at, ...own].map((at) => at?.toISOString())
  }
  const before = ['2031-03-10T08:00:00.000Z', '2031-03-10T08:00:00.000Z', '2031-03-10T10:00:00.000Z']
  expect(await times()).toEqual(before)
  const slots = { threads: [{ weekday: 3, time: '12:30' }] }
  await post(page, putPostingSlots.path, { project_id: projectId, channels: slots }, 'PUT')
  await open(page, `/${projectId}/queue`)
  // Each time of the story has a row.
  const menuOf = (index: number) => page.getByRole('button', { name: 'Actions for “Spring bread”' }).nth(index)
  await menuOf(1).click()
  await page.getByRole('menuitem', { name: 'Reschedule on Threads…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reschedule “Spring bread” on Threads' })
  // The calendar offers the next free slot and a time, with what they are based on.
  await dialog.getByRole('button', { name: 'Open calendar' }).click()
  const suggested = page.getByRole('list', { name: 'Suggested times' })
  await suggested.getByText('Fewer than 5 stories are published, so there are no results yet').waitFor()
  await suggested.getByRole('button', { name: /^Next free slot.*12:30.*Posting slot of Threads/ }).click()
  expect(await dialog.getByLabel('New time').inputValue()).toContain('12:30')
  await page.keyboard.press('Escape')
  // After the clock change of 30 March.
  await dialog.getByLabel('New time').fill('2031-04-02T12:00')
  await dialog.getByLabel('Also move X').check()
  await dialog.getByRole('button', { name: 'Reschedule', exact: true }).click()
  await page.getByText(/^Rescheduled to Wed.* 2 Apr/).waitFor()
  expect((await times()).slice(1)).toEqual(['2031-04-02T08:00:00.000Z', '2031-04-02T10:00:00.000Z'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Moved back.').waitFor()
  expect(await times()).toEqual(before)

  // In the queue of one channel, the others keep their time, and are named before they are cancelled.
  await open(page, `/${projectId}/queue?channel=threads`)
  await menuOf(0).click()
  await page.getByRole('menuitem', { name: 'Reschedule on Threads…' }).click()
  await dialog.getByLabel('New time').fill('2031-03-11T12:00')
  await dialog.getByRole('button', { name: 'Reschedule', exact: true }).click()
  await page.getByText(/^Rescheduled to Tue.* 11 Mar/).waitFor()
  expect((await times()).slice(1)).toEqual([before[1], '2031-03-11T11:00:00.000Z'])
  await menuOf(0).click()
  await page.getByRole('menuitem', { name: 'Cancel story on all channels…' }).click()
  await page.getByRole('dialog').getByText('It will not be published on X and Threads.').waitFor()
  await page.keyboard.press('Escape')
  await menuOf(0).click()
  await page.getByRole('menuitem', { name: 'Post now on Threads' }).click()
  await page.getByText('Not posted. Threads is not connected. Connect it first.').waitFor()
  const { account_id, account_name, credentials } = await aSandboxAccount('threads')
  const account = { channel: 'threads', account_id, account_name, credentials }
  await post(page, createConnection.path, { project_id: projectId, ...account })
  await menuOf(0).click()
  await page.getByRole('menuitem', { name: 'Post now on Threads' }).click()
  await page.getByText(/^Posting “Spring bread” on Threads in/).waitFor()
  const [, x, threads = ''] = await times()
  expect(x).toBe(before[1])
  expect(Date.parse(threads) - Date.now()).toBeLessThan(60_000)
  const countdown = page.getByRole('listitem').filter({ hasText: 'on Threads in' })
  await countdown.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Not posted. The post is scheduled as before.').waitFor()
  expect((await times()).slice(1)).toEqual([before[1], '2031-03-11T11:00:00.000Z'])
  expect(page.errors).toEqual([])
})
