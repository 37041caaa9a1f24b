/** 500 messages arrive while someone works in the inbox. */
import { expect, inject, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { listConversations } from '@/lib/inbox/contract'
import { processDeliveries } from '@/lib/inbox/process/process-deliveries'
import { control } from '@/tests/support/api/api'
import { aBrowser, hasChromium, open, type TestPage } from '@/tests/support/browser/browser'
import { anOwner } from '@/tests/support/browser/team'
import { insertConversation } from '@/tests/support/inbox/conversations'

const browser = aBrowser()

const messageCount = async (projectId: string): Promise<number> => {
  const { count } = await database()
    .selectFrom('inbox_messages')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Processes deliveries until the project has so many messages. */
const untilStored = (projectId: string, count: number): Promise<void> =>
  expect
    .poll(
      async () => {
        await processDeliveries(database())
        return messageCount(projectId)
      },
      { timeout: 60_000 },
    )
    .toBe(count)

const topOf = (page: TestPage, selector: string): Promise<number> =>
  page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().top))

test.skipIf(!hasChromium)('a storm of messages moves nothing that someone works on', async () => {
  const { page, projectId, account } = await anOwner(browser, 'instagram')
  const place = { network: account.network, account_id: account.account_id }
  await control('POST', '/control/inbox/webhook', { url: inject('productUrl') })
  await control('POST', '/control/inbox/subscriptions', { ...place, fields: ['messages'] })
  const ids: string[] = []
  for (let age = 100; age < 160; age++)
    ids.push((await insertConversation({ projectId, text: `Question ${age}`, age })).id)
  const ann = { ...place, person: 'Ann', text: 'Are you open today?' }
  await control('POST', '/control/inbox/messages', { ...ann, ago_seconds: 3_600, count: 40 })
  await untilStored(projectId, 100)

  await open(page, `/${projectId}/inbox`)
  await page.getByRole('button', { name: /Message on Instagram/ }).click()
  const messages = page.getByRole('list', { name: 'Messages' })
  await messages.getByText('Are you open today? 40', { exact: true }).waitFor()
  const reply = page.getByRole('textbox', { name: /^Reply to/ })
  await reply.fill('Yes, until')
  const row = `[data-conversation="${ids[30]}"]`
  await page.locator(row).scrollIntoViewIfNeeded()
  for (const index of [28, 29]) await page.locator(`[data-conversation="${ids[index]}"]`).getByRole('checkbox').check()
  await messages.getByText('Are you open today? 10', { exact: true }).scrollIntoViewIfNeeded()
  await reply.focus()
  await page.evaluate(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    type Shift = PerformanceEntry & { hadRecentInput: boolean; sources: { node: Node | null }[] }
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, sources } of list.getEntries() as Shift[])
        if (!hadRecentInput)
          // The number in the navigation becomes wider, and so do texts after a time.
          for (const { node } of sources)
            if (node instanceof Element && document.querySelector('main')?.contains(node)) shifts.push(node.outerHTML)
    }).observe({ type: 'layout-shift' })
  })
  const message = '[data-message=them]:nth-child(11)'
  const before = [await topOf(page, row), await topOf(page, message)]

  await control('POST', '/control/inbox/mode', { hold: true })
  await control('POST', '/control/inbox/messages', {
    ...place,
    person: 'Visitor',
    text: 'Hello',
    count: 500,
    people: 50,
  })
  await control('POST', '/control/inbox/messages', { ...ann, count: 20 })
  await control('POST', '/control/inbox/mode', { hold: false, shuffle: true, duplicates: 0.2, batch: 10 })
  const stored = untilStored(projectId, 620)
  for (const key of ' ten tonight') await page.keyboard.press(key === ' ' ? 'Space' : key)
  await stored
  await page.getByRole('button', { name: /^\d+ new$/ }).waitFor()
  await messages.getByText('Are you open today? 20').last().waitFor()

  expect([await topOf(page, row), await topOf(page, message)]).toEqual(before)
  expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([])
  expect(await reply.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await reply.inputValue()).toBe('Yes, until ten tonight')
  await page.getByText('2 selected').waitFor()
  await page.keyboard.press('Control+Enter')
  await messages.locator('[data-message=us]', { hasText: 'Yes, until ten tonight' }).getByText('Sent').waitFor()

  const three = ids.slice(28, 31)
  const shown = (): Promise<string[]> =>
    page
      .locator('[data-conversation]')
      .evaluateAll((elements) => elements.map((element) => element.getAttribute('data-conversation') ?? ''))
  const ofThree = async (): Promise<string[]> => (await shown()).filter((id) => three.includes(id))
  const selected = page.getByRole('region', { name: 'Selected conversations' })
  await selected.getByRole('button', { name: 'Resolve' }).click()
  await expect.poll(ofThree).toEqual(three.slice(2))
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(ofThree).toEqual(three)

  await page.getByRole('button', { name: /new$|^New messages$/ }).click()
  const query = new URLSearchParams({ project_id: projectId, status: 'open', limit: '40' })
  const expected = await page.evaluate(async (url) => {
    const { conversations } = (await (await fetch(url)).json()) as { conversations: { id: string }[] }
    return conversations.map(({ id }) => id)
  }, `${listConversations.path}?${query}`)
  await expect.poll(async () => (await shown()).slice(0, 40)).toEqual(expected)
  const all = await shown()
  expect(new Set(all).size).toBe(all.length)
  expect(page.errors).toEqual([])
})
