/** The inbox: a comment arrives, is answered, snoozed and resolved, without a reload and without a mouse. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { processDeliveries } from '@/lib/inbox/process/process-deliveries'
import { wakeSnoozed } from '@/lib/inbox/snooze'
import { control } from '@/tests/support/api/api'
import { aBrowser, hasChromium, open, overflowOf, seriousFindings } from '@/tests/support/browser/browser'
import { setFilter } from '@/tests/support/browser/controls'
import { anOwner } from '@/tests/support/browser/team'
import { insertConversation } from '@/tests/support/inbox/conversations'
import { deliver } from '@/tests/support/inbox/deliveries'
import { instagramComment } from '@/tests/support/inbox/delivery-forms'

const browser = aBrowser()

type Item = { id: string; person_id: string; text: string; is_ours: boolean; parent_id: string | null }

test.skipIf(!hasChromium)('a comment arrives, is answered, snoozed, comes back and is resolved', async () => {
  const { page, projectId, account } = await anOwner(browser, 'instagram')
  const { network, account_id } = account
  // On a slow device, the navigation has the counts before the list is hydrated.
  const device = await page.context().newCDPSession(page)
  await device.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await open(page, `/${projectId}/inbox`)
  await page.getByRole('heading', { name: 'No messages yet' }).waitFor()
  await device.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  expect(await seriousFindings(page)).toEqual([])

  const text = 'Do you bake on Sundays?'
  const { items } = await control<{ items: [Item] }>('POST', '/control/inbox/comments', {
    ...{ network, account_id, post_id: `${account_id}_5`, text },
  })
  const [{ id, person_id }] = items
  await deliver('instagram', instagramComment({ account: account_id, id, from: person_id, text }))
  await processDeliveries(database())
  const list = page.getByRole('list', { name: 'Conversations' })
  const row = list.getByRole('button', { name: /, Comment on Instagram/ })
  await row.waitFor()
  const nav = page.getByRole('navigation', { name: 'Main' })
  await nav.getByRole('link', { name: 'Inbox, 1 unread' }).waitFor()

  await page.keyboard.press('j')
  const messages = page.getByRole('list', { name: 'Messages' })
  await messages.getByText(text).waitFor()
  await nav.getByRole('link', { name: 'Inbox', exact: true }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('r')
  await page.keyboard.type('Yes, from 8 to 12.')
  // The device keeps a reply until it is sent.
  await page.reload()
  const reply = page.getByRole('textbox', { name: /^Reply to/ })
  await expect.poll(() => reply.inputValue()).toBe('Yes, from 8 to 12.')
  await reply.focus()
  await page.keyboard.press('Control+Enter')
  await messages.locator('[data-message=us]', { hasText: 'Yes, from 8 to 12.' }).getByText('Sent').waitFor()
  const stored = await control<{ items: Item[] }>(
    'GET',
    `/control/inbox/items?network=${network}&account_id=${account_id}`,
  )
  expect(stored.items.filter(({ is_ours }) => is_ours)).toMatchObject([{ text: 'Yes, from 8 to 12.', parent_id: id }])
  await page.reload()
  await messages.getByText('Yes, from 8 to 12.').waitFor()
  expect(await reply.inputValue()).toBe('')

  await page.keyboard.press('Escape')
  await page.keyboard.press('s')
  await page
    .getByRole('dialog', { name: 'Snooze' })
    .getByRole('button', { name: /^Tomorrow/ })
    .click()
  await page.getByText(/^Snoozed until/).waitFor()
  await row.waitFor({ state: 'detached' })
  const due = sql`
    update inbox_conversations set snoozed_until = now() where project_id = ${projectId} and status = 'snoozed'`
  // The screen does not wait for the server.
  await expect.poll(async () => (await due.execute(database())).numAffectedRows).toBe(1n)
  await wakeSnoozed(database())
  await row.waitFor()

  await page.keyboard.press('j')
  await messages.waitFor()
  await page.keyboard.press('e')
  await page.getByText(/ resolved\.$/).waitFor()
  await row.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await row.waitFor()
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('the reply box says until when a reply is possible, or why it is not', async () => {
  const { page, projectId } = await anOwner(browser, 'facebook')
  const common = { projectId, platform: 'facebook', kind: 'dm' } as const
  const recent = await insertConversation({ ...common, age: 60, threadId: '71' })
  const old = await insertConversation({ ...common, age: 30 * 60, threadId: '72' })
  const closed = await insertConversation({ ...common, age: 8 * 24 * 60, threadId: '73' })
  const reply = page.getByRole('textbox', { name: /^Reply to/ })
  await open(page, `/${projectId}/inbox?conversation=${recent.id}`)
  await page.getByText(/^You can reply until/).waitFor()
  await reply.waitFor()
  await open(page, `/${projectId}/inbox?conversation=${old.id}`)
  await page.getByText('Personal replies only').waitFor()
  await reply.waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await open(page, `/${projectId}/inbox?conversation=${closed.id}`)
  await page.getByText('You cannot reply now').waitFor()
  expect(await reply.count()).toBe(0)
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('a refused reply stays in the thread with its reason', async () => {
  const { page, projectId, account } = await anOwner(browser, 'instagram')
  const { id } = await insertConversation({ projectId, accountId: account.account_id, text: 'Gone at the network' })
  await open(page, `/${projectId}/inbox?conversation=${id}`)
  await page.getByRole('textbox', { name: /^Reply to/ }).fill('Hello?')
  await page.getByRole('button', { name: 'Reply', exact: true }).click()
  const failed = page.locator('[data-message=us]', { hasText: 'Hello?' })
  await failed.getByText(/^Not sent\./).waitFor()
  await failed.getByRole('button', { name: 'Edit and send again' }).click()
  await expect.poll(() => page.getByRole('textbox', { name: /^Reply to/ }).inputValue()).toBe('Hello?')
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('conversations are selected, resolved together, assigned, tagged and found', async () => {
  const { page, projectId } = await anOwner(browser, 'instagram')
  for (const text of ['Do you ship?', 'Is it vegan?', 'Lovely']) await insertConversation({ projectId, text })
  await open(page, `/${projectId}/inbox`)
  const rows = page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(3)
  await page
    .getByRole('button', { name: /^Visitor/ })
    .first()
    .click()
  const details = page.getByRole('complementary', { name: 'Details' })
  await details.getByLabel('Add a tag').fill('vip')
  await details.getByLabel('Add a tag').press('Enter')
  await details.getByRole('button', { name: 'Remove tag vip' }).waitFor()
  await details.getByRole('combobox', { name: 'Assigned to' }).click()
  await page.getByRole('option', { name: /\(you\)$/ }).click()
  await details.getByLabel('Add a note').fill('Asked twice already')
  await details.getByLabel('Add a note').press('Control+Enter')
  await details.getByRole('list', { name: 'Notes' }).getByText('Asked twice already').waitFor()
  expect(await seriousFindings(page)).toEqual([])

  await page.getByRole('textbox', { name: /^Reply to/ }).fill('Hello {{first_name}}, we ship worldwide.')
  await page.getByRole('button', { name: 'Saved replies' }).click()
  const replies = page.getByRole('dialog', { name: 'Saved replies' })
  await replies.getByRole('button', { name: 'Save the text as a reply' }).click()
  await page.getByRole('dialog', { name: 'Save reply' }).getByLabel('Name').fill('Shipping')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('“Shipping” saved.').waitFor()
  await page.getByRole('textbox', { name: /^Reply to/ }).fill('')
  await page.getByRole('button', { name: 'Saved replies' }).click()
  await replies.getByRole('button', { name: /^Shipping/ }).click()
  const written = page.getByRole('textbox', { name: /^Reply to/ })
  await expect.poll(() => written.inputValue()).toBe('Hello Visitor, we ship worldwide.')

  await setFilter(page, 'Assignee', 'Me')
  await expect.poll(() => rows.count()).toBe(1)
  await rows.getByText('vip').waitFor()
  await setFilter(page, 'Assignee', null)
  await page.getByLabel('Search messages').fill('vega')
  await expect.poll(() => rows.allTextContents()).toEqual([expect.stringContaining('Is it vegan?')])
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect.poll(() => rows.count()).toBe(3)

  const selected = page.getByRole('region', { name: 'Selected conversations' })
  await page.getByLabel('Select all').check()
  await selected.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Assign to me' }).click()
  await page.getByText('3 conversations assigned to you.').waitFor()
  await page.getByLabel('Select all').check()
  await selected.getByRole('button', { name: 'Resolve' }).click()
  await page.getByText('3 conversations resolved.').waitFor()
  await page.getByRole('heading', { name: 'All done' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(() => rows.count()).toBe(3)
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('on a phone the list and the conversation take turns', async () => {
  const { page, projectId } = await anOwner(browser, 'instagram')
  await insertConversation({ projectId, text: 'A long question '.repeat(20) })
  await page.setViewportSize({ width: 320, height: 720 })
  await open(page, `/${projectId}/inbox`)
  const row = page.getByRole('button', { name: /^Visitor/ })
  await row.click()
  const reply = page.getByRole('textbox', { name: /^Reply to/ })
  await reply.waitFor()
  expect(await row.isVisible()).toBe(false)
  expect(await overflowOf(page)).toBe(0)
  // A banner takes its height from the messages, not from the reply box.
  await page.evaluate((id) => {
    const draft = JSON.stringify({ draft: { caption: 'Rye' } })
    window.localStorage.setItem(`storycast.draft.${id}.new`, draft)
  }, projectId)
  await page.getByText('1 draft is on this device only').waitFor()
  for (const [width, height] of [
    [320, 640],
    [820, 700],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height })
    const send = await page.getByRole('button', { name: 'Reply', exact: true }).boundingBox()
    expect(send && send.y + send.height, `at ${width}`).toBeLessThanOrEqual(height)
    // The tab bar leaves its height to the messages.
    if (width < 768) expect(await page.getByRole('link', { name: 'Calendar', exact: true }).isVisible()).toBe(false)
    expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0)
  }
  await page.setViewportSize({ width: 320, height: 720 })
  await page.getByRole('button', { name: 'Details' }).click()
  await page.getByRole('dialog', { name: 'Details' }).getByText('Assigned to').waitFor()
  await page.keyboard.press('Escape')
  await page.goBack()
  await row.waitFor()
  expect(await reply.count()).toBe(0)
  expect(page.errors).toEqual([])
})
