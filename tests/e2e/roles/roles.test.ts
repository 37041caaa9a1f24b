import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { createConnection } from '@/lib/connections/contract'
import { database } from '@/lib/db/pool'
import { createWebhook } from '@/lib/webhooks/endpoints/contract'
import { aSandboxAccount } from '@/tests/support/api/api'
import { aMember } from '@/tests/support/api/members'
import { aBrowser, hasChromium, open, post, signIn, signUp, type TestPage } from '@/tests/support/browser/browser'
import { insertStory } from '@/tests/support/database/story-rows'
import { insertConversation } from '@/tests/support/inbox/conversations'

/**
 * Each screen as viewer and editor: forbidden controls are missing or disabled, and a hint hint whom to ask. The server's
 * checks are in tests/api (token-roles and the tests of each resource).
 */
const browser = aBrowser()
let projectId: string
let stories: Record<'pending' | 'failed' | 'draft', { storyId: string; itemIds: Record<string, string> }>
let webhookId: string
let conversationId: string
const people: Partial<Record<'viewer' | 'editor', TestPage>> = {}

beforeAll(async () => {
  if (!hasChromium) return
  const page = await browser.newPage()
  projectId = (await signUp(page)).projectId
  for (const channel of ['threads', 'pinterest'] as const) {
    const { account_id, account_name, credentials } = await aSandboxAccount(channel)
    await post(page, createConnection.path, { project_id: projectId, channel, account_id, account_name, credentials })
  }
  const endpoint = { project_id: projectId, url: 'https://example.com/hook', events: ['*'] }
  webhookId = (await post(page, createWebhook.path, endpoint)).id as string
  const db = database()
  const common = { projectId, channels: ['threads'] as const, dueIn: 86_400 }
  const make = (status: 'pending' | 'failed' | 'draft') =>
    insertStory(db, {
      ...common,
      channels: [...common.channels],
      caption: `A ${status} story`,
      status,
      ...(status === 'failed' ? { storyStatus: 'failed' } : {}),
    })
  conversationId = (await insertConversation({ projectId, text: 'Is it vegan?' })).id
  stories = { pending: await make('pending'), failed: await make('failed'), draft: await make('draft') }
  for (const role of ['viewer', 'editor'] as const) {
    const password = randomUUID()
    const { email } = await aMember(projectId, role, { name: `Some ${role}`, password })
    const own = await browser.newPage()
    await signIn(own, { email, password })
    await own.waitForURL((url) => url.pathname.startsWith(`/${projectId}`))
    people[role] = own
  }
})

type Role = 'viewer' | 'editor'
type Screen = {
  path: () => string
  /** Proves that the page is not empty. */
  shows: string | RegExp
  /** Names of buttons and links that this role must not use. */
  forbids: Partial<Record<Role, RegExp>>
  /** The role hint. */
  hint?: Partial<Record<Role, RegExp>>
}

const writes = /Ask an editor, admin or owner to /
const automates = /Ask an editor, admin or owner to set up connectors/
const manages = /Ask an admin or owner to /

const screens: Record<string, Screen> = {
  calendar: {
    path: () => `/${projectId}/calendar`,
    shows: /Times are in/,
    forbids: { viewer: /^New story/ },
    hint: { viewer: writes },
  },
  stories: {
    path: () => `/${projectId}/stories`,
    shows: 'A failed story',
    forbids: { viewer: /^New story/ },
    hint: { viewer: writes },
  },
  'a story that failed': {
    path: () => `/${projectId}/stories/${stories.failed.storyId}`,
    shows: 'A failed story',
    forbids: { viewer: /^(Retry|Try again|Edit|Archive|Duplicate|Cancel|Delete|Schedule|Publish)/ },
    hint: { viewer: writes },
  },
  'a draft': {
    path: () => `/${projectId}/stories/${stories.draft.storyId}`,
    shows: 'A draft story',
    forbids: { viewer: /^(Edit|Archive|Duplicate|Delete|Schedule|Publish)/ },
    hint: { viewer: writes },
  },
  'the editor of a draft': {
    path: () => `/${projectId}/stories/${stories.draft.storyId}/edit`,
    shows: /./,
    forbids: { viewer: /^(Save|Schedule|Publish|Ask)/ },
    hint: { viewer: writes },
  },
  composer: {
    path: () => `/${projectId}/compose`,
    shows: /./,
    forbids: { viewer: /^(Save|Schedule|Publish|Ask)/ },
    hint: { viewer: writes },
  },
  'the queue under review': {
    path: () => `/${projectId}/queue?status=review`,
    shows: 'A pending story',
    forbids: { viewer: /^(Approve|Reject|Pause|Move|New story)/, editor: /^(Approve|Reject|Pause)/ },
    hint: { viewer: manages, editor: manages },
  },
  inbox: {
    path: () => `/${projectId}/inbox?conversation=${conversationId}`,
    shows: 'Is it vegan?',
    forbids: { viewer: /^(Resolve|Snooze|Reply|Send|Select|Assigned|Remove)/ },
    hint: { viewer: /Ask an editor, admin or owner to answer/ },
  },
  media: {
    path: () => `/${projectId}/media`,
    shows: /./,
    forbids: { viewer: /^(Upload|Choose|Add)/ },
    hint: { viewer: writes },
  },
  recurring: {
    path: () => `/${projectId}/recurring`,
    shows: 'Recurring',
    forbids: { viewer: /^New recurring/ },
    hint: { viewer: writes },
  },
  'a new recurring post': {
    path: () => `/${projectId}/recurring/new`,
    shows: 'Next posts',
    forbids: { viewer: /^(Create|Add media|Insert)/ },
    hint: { viewer: writes },
  },
  connectors: {
    path: () => `/${projectId}/connectors`,
    shows: 'Connectors',
    forbids: { viewer: /^New connector/ },
    hint: { viewer: automates },
  },
  'a new connector': {
    path: () => `/${projectId}/connectors/new`,
    shows: 'Preview',
    forbids: { viewer: /^(Test|Save)/ },
    hint: { viewer: automates },
  },
  automations: {
    path: () => `/${projectId}/automations`,
    shows: 'Automations',
    forbids: { viewer: /^New automation/ },
    hint: { viewer: writes },
  },
  connections: {
    path: () => `/${projectId}/connections`,
    shows: 'Default board',
    forbids: {
      viewer: /^(Connect|Reconnect|Disconnect|Connect with|New board)/,
      editor: /^(Connect|Reconnect|Disconnect|Connect with|New board)(?!ions)/,
    },
    hint: { viewer: manages, editor: manages },
  },
  webhooks: {
    path: () => `/${projectId}/webhooks`,
    shows: 'example.com',
    forbids: { viewer: /^New|^Add/, editor: /^New endpoint|^Add/ },
    hint: { viewer: manages, editor: manages },
  },
  'a webhook': {
    path: () => `/${projectId}/webhooks/${webhookId}`,
    shows: 'example.com',
    forbids: { viewer: /^(Send|Test|Delete|Edit|Replay|Rotate)/, editor: /^(Send|Test|Delete|Edit|Replay|Rotate)/ },
    hint: { viewer: manages, editor: manages },
  },
  analytics: { path: () => `/${projectId}/analytics`, shows: 'Analytics', forbids: {} },
  notifications: { path: () => `/${projectId}/notifications`, shows: /./, forbids: {} },
  developer: { path: () => '/developer', shows: 'Developer', forbids: {} },
  'developer, apps': { path: () => '/developer/apps', shows: 'No apps yet', forbids: {} },
  settings: {
    path: () => `/${projectId}/settings`,
    shows: 'Disconnects its accounts',
    forbids: { viewer: /^(Save|Delete|Use the browser)/, editor: /^(Save|Delete|Use the browser)/ },
    hint: { viewer: manages, editor: manages },
  },
  'settings, members': {
    path: () => `/${projectId}/settings/members`,
    shows: 'Some editor',
    forbids: { viewer: /^(Invite|Remove|Transfer)/, editor: /^(Invite|Remove|Transfer)/ },
    hint: { viewer: manages, editor: manages },
  },
  'settings, approval': {
    path: () => `/${projectId}/settings/approval`,
    shows: 'Approvers',
    forbids: { viewer: /^Save/, editor: /^Save/ },
    hint: { viewer: manages, editor: manages },
  },
  'settings, tracking': {
    path: () => `/${projectId}/settings/tracking`,
    shows: 'Link preview',
    forbids: { viewer: /^(Save|Default)/, editor: /^(Save|Default)/ },
    hint: { viewer: manages, editor: manages },
  },
  'settings, AI': {
    path: () => `/${projectId}/settings/ai`,
    shows: 'Use your own model',
    forbids: { viewer: /^Check/ },
    hint: { viewer: /Ask an editor, admin or owner to check the model/ },
  },
  'settings, dates': { path: () => `/${projectId}/settings/dates`, shows: 'Date format', forbids: {} },
}

/** Names of enabled buttons and links that match. */
async function usable(page: Page, name: RegExp): Promise<string[]> {
  const found: string[] = []
  const main = page.locator('main')
  for (const role of ['button', 'link', 'menuitem'] as const) {
    for (const control of await main.getByRole(role, { name }).all()) {
      if (await control.isEnabled()) found.push((await control.textContent()) ?? '')
    }
  }
  return found
}

describe.each(['viewer', 'editor'] as const)('as %s', (role) => {
  test.skipIf(!hasChromium).each(Object.entries(screens))('%s', async (_, { path, shows, forbids, hint }) => {
    const page = people[role] as TestPage
    await open(page, path())
    await page.locator('main').getByText(shows).first().waitFor()
    const name = forbids[role]
    if (name) expect(await usable(page, name)).toEqual([])
    const sentence = hint?.[role]
    if (sentence) await page.locator('main').getByText(sentence).first().waitFor()
    expect(await page.getByRole('alert').filter({ hasText: /./ }).allTextContents()).toEqual([])
    expect(page.errors.splice(0)).toEqual([])
  })

  test.skipIf(!hasChromium)('“New story” is shown only with access', async () => {
    const page = people[role] as TestPage
    await open(page, `/${projectId}/stories`)
    const offers = await page.locator('aside').getByRole('link', { name: 'New story' }).count()
    expect(offers).toBe(role === 'editor' ? 1 : 0)
    if (role === 'viewer') await page.locator('aside').getByText(writes).waitFor()
    await page.keyboard.press('n')
    if (role === 'editor') return page.waitForURL(/\/compose$/)
    // Keys are handled in order, so N would have navigated by now.
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    expect(new URL(page.url()).pathname).toBe(`/${projectId}/stories`)
  })

  test.skipIf(!hasChromium)('forbidden fields are disabled', async () => {
    const page = people[role] as TestPage
    const fields: [string, string][] = [
      ['settings', 'Project name'],
      ['settings', 'Time zone'],
      ['settings/approval', 'New posts need approval'],
      ['settings/tracking', 'utm_campaign'],
      ['connections', 'Default board'],
    ]
    for (const [screen, label] of fields) {
      await open(page, `/${projectId}/${screen}`)
      await page.getByLabel(label).waitFor()
      expect([label, await page.getByLabel(label).isDisabled()]).toEqual([label, true])
    }
    // Personal settings stay enabled.
    await open(page, `/${projectId}/settings/dates`)
    expect(await page.getByLabel('Time format').isDisabled()).toBe(false)
  })
})

test.skipIf(!hasChromium)('a new role applies on the next page load', async () => {
  const page = await browser.newPage()
  const password = randomUUID()
  const { email, userId } = await aMember(projectId, 'viewer', { password })
  await signIn(page, { email, password })
  await page.waitForURL((url) => url.pathname.startsWith(`/${projectId}`))
  await open(page, `/${projectId}/connections`)
  await page.getByText(manages).first().waitFor()
  await database().updateTable('project_members').set({ role: 'admin' }).where('user_id', '=', userId).execute()
  await page.reload()
  await page.getByRole('button', { name: 'Connect X', exact: true }).waitFor()
  expect(await page.getByText(manages).count()).toBe(0)
  expect(page.errors).toEqual([])
})
