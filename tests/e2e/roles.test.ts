import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import type { Contract } from '@/lib/api/contract'
import { createConnection } from '@/lib/connections/contract'
import { database } from '@/lib/db/pool'
import { invite } from '@/lib/invitations/contract'
import { changeMember, removeMember } from '@/lib/members/contract'
import { deleteProject, updateProject } from '@/lib/projects/contract'
import { approveQueueItem } from '@/lib/queue/contract'
import { createStory, publishStory } from '@/lib/stories/contract'
import { createWebhook } from '@/lib/webhooks/contract'
import { aSandboxAccount } from '../support/api'
import { aBrowser, hasChromium, open, post, signIn, signUp, type TestPage } from '../support/browser'
import { aMember } from '../support/people'
import { insertStory } from '../support/rows'

/**
 * Each screen, by somebody who may not: what the server would refuse is absent or disabled, one sentence says who can,
 * nothing breaks, and the server refuses all the same.
 */
const browser = aBrowser()
let projectId: string
let ownerId: string
let stories: Record<'pending' | 'failed' | 'draft', { storyId: string; itemIds: Record<string, string> }>
let webhookId: string
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
  const owners = db.selectFrom('project_members').select('user_id').where('project_id', '=', projectId)
  ownerId = (await owners.executeTakeFirstOrThrow()).user_id
  const common = { projectId, channels: ['threads'] as const, dueIn: 86_400 }
  const make = (status: 'pending' | 'failed' | 'draft') =>
    insertStory(db, {
      ...common,
      channels: [...common.channels],
      caption: `A ${status} story`,
      status,
      ...(status === 'failed' ? { storyStatus: 'failed' } : {}),
    })
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
  /** What must be there, so that an empty page proves nothing. */
  shows: string | RegExp
  /** Names of buttons and links that this role must not be able to use. */
  forbids: Partial<Record<Role, RegExp>>
  /** The sentence that says who can. */
  says?: Partial<Record<Role, RegExp>>
}

const writes = /ask an editor, admin or owner of the project to /
const manages = /ask an admin or owner of the project to /

const screens: Record<string, Screen> = {
  calendar: {
    path: () => `/${projectId}/calendar`,
    shows: /Times are in/,
    forbids: { viewer: /^New story|^Compose/ },
    says: { viewer: writes },
  },
  stories: {
    path: () => `/${projectId}/stories`,
    shows: 'A failed story',
    forbids: { viewer: /^New story|^Write/ },
    says: { viewer: writes },
  },
  'a story that failed': {
    path: () => `/${projectId}/stories/${stories.failed.storyId}`,
    shows: 'A failed story',
    forbids: { viewer: /^(Retry|Try again|Edit|Archive|Duplicate|Cancel|Delete|Schedule|Publish)/ },
    says: { viewer: writes },
  },
  'a draft': {
    path: () => `/${projectId}/stories/${stories.draft.storyId}`,
    shows: 'A draft story',
    forbids: { viewer: /^(Edit|Archive|Duplicate|Delete|Schedule|Publish)/ },
    says: { viewer: writes },
  },
  'the editor of a draft': {
    path: () => `/${projectId}/stories/${stories.draft.storyId}/edit`,
    shows: /./,
    forbids: { viewer: /^(Save|Schedule|Publish|Ask)/ },
    says: { viewer: writes },
  },
  composer: {
    path: () => `/${projectId}/compose`,
    shows: /./,
    forbids: { viewer: /^(Save|Schedule|Publish|Ask)/ },
    says: { viewer: writes },
  },
  'the queue under review': {
    path: () => `/${projectId}/queue?status=review`,
    shows: 'A pending story',
    forbids: { viewer: /^(Approve|Reject|Pause|Move|New story)/, editor: /^(Approve|Reject|Pause)/ },
    says: { viewer: manages, editor: manages },
  },
  media: {
    path: () => `/${projectId}/media`,
    shows: /./,
    forbids: { viewer: /^(Upload|Choose|Add)/ },
    says: { viewer: writes },
  },
  connections: {
    path: () => `/${projectId}/connections`,
    shows: 'Default board',
    forbids: {
      viewer: /^(Connect|Reconnect|Disconnect|I already|New board)/,
      editor: /^(Connect|Reconnect|Disconnect|I already|New board)(?!ions)/,
    },
    says: { viewer: manages, editor: manages },
  },
  webhooks: {
    path: () => `/${projectId}/webhooks`,
    shows: 'example.com',
    forbids: { viewer: /^New|^Add/, editor: /^New endpoint|^Add/ },
    says: { viewer: manages, editor: manages },
  },
  'a webhook': {
    path: () => `/${projectId}/webhooks/${webhookId}`,
    shows: 'example.com',
    forbids: { viewer: /^(Send|Test|Delete|Edit|Replay|Rotate)/, editor: /^(Send|Test|Delete|Edit|Replay|Rotate)/ },
    says: { viewer: manages, editor: manages },
  },
  analytics: { path: () => `/${projectId}/analytics`, shows: 'Analytics', forbids: {} },
  notifications: { path: () => `/${projectId}/notifications`, shows: /./, forbids: {} },
  developer: { path: () => '/developer', shows: 'Developer', forbids: {} },
  settings: {
    path: () => `/${projectId}/settings`,
    shows: 'Delete the project',
    forbids: { viewer: /^(Save|Delete|Take the zone)/, editor: /^(Save|Delete|Take the zone)/ },
    says: { viewer: manages, editor: manages },
  },
  'settings, members': {
    path: () => `/${projectId}/settings/members`,
    shows: 'Some editor',
    forbids: { viewer: /^(Invite|Take|Hand)/, editor: /^(Invite|Take|Hand)/ },
    says: { viewer: manages, editor: manages },
  },
  'settings, approval': {
    path: () => `/${projectId}/settings/approval`,
    shows: 'Who may approve',
    forbids: { viewer: /^Save/, editor: /^Save/ },
    says: { viewer: manages, editor: manages },
  },
  'settings, tracking': {
    path: () => `/${projectId}/settings/tracking`,
    shows: 'What the links carry',
    forbids: { viewer: /^(Save|Default)/, editor: /^(Save|Default)/ },
    says: { viewer: manages, editor: manages },
  },
  'settings, dates': { path: () => `/${projectId}/settings/dates`, shows: 'Dates are written', forbids: {} },
}

/** The names of what can be pressed or followed on the page, as far as they match. */
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
  test.skipIf(!hasChromium).each(Object.entries(screens))('%s', async (_, { path, shows, forbids, says }) => {
    const page = people[role] as TestPage
    await open(page, path())
    await page.locator('main').getByText(shows).first().waitFor()
    const name = forbids[role]
    if (name) expect(await usable(page, name)).toEqual([])
    const sentence = says?.[role]
    if (sentence) await page.locator('main').getByText(sentence).first().waitFor()
    expect(await page.getByRole('alert').filter({ hasText: /./ }).allTextContents()).toEqual([])
    expect(page.faults.splice(0)).toEqual([])
  })

  test.skipIf(!hasChromium)('the frame offers a new story to whom it is allowed', async () => {
    const page = people[role] as TestPage
    await open(page, `/${projectId}/stories`)
    const offers = await page.locator('aside').getByRole('link', { name: 'New story' }).count()
    expect(offers).toBe(role === 'editor' ? 1 : 0)
    if (role === 'viewer') await page.locator('aside').getByText(writes).waitFor()
    await page.keyboard.press('n')
    if (role === 'editor') return page.waitForURL(/\/compose$/)
    // A key pressed later is answered later: by then the first would have led away.
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    expect(new URL(page.url()).pathname).toBe(`/${projectId}/stories`)
  })

  test.skipIf(!hasChromium)('fields that may not be changed cannot be typed into', async () => {
    const page = people[role] as TestPage
    const fields: [string, string][] = [
      ['settings', 'Project name'],
      ['settings', 'Time zone'],
      ['settings/approval', 'Posts wait for an approval'],
      ['settings/tracking', 'utm_campaign'],
      ['connections', 'Default board'],
    ]
    for (const [screen, label] of fields) {
      await open(page, `/${projectId}/${screen}`)
      await page.getByLabel(label).waitFor()
      expect([label, await page.getByLabel(label).isDisabled()]).toEqual([label, true])
    }
    // What is the person's own stays theirs.
    await open(page, `/${projectId}/settings/dates`)
    expect(await page.getByLabel('Clock').isDisabled()).toBe(false)
  })

  test.skipIf(!hasChromium)('the server refuses what the screen does not offer', async () => {
    const page = people[role] as TestPage
    const id = projectId
    const forbidden: [Contract, object][] = [
      [updateProject, { id, name: 'Mine now' }],
      [deleteProject, { id }],
      [invite, { id, email: 'ann@example.com', role: 'viewer' }],
      [changeMember, { id, user_id: ownerId, role: 'viewer' }],
      [removeMember, { id, user_id: ownerId }],
      [approveQueueItem, { id: stories.pending.itemIds.threads }],
      [createWebhook, { project_id: id, url: 'https://example.com/other', events: ['*'] }],
      [
        createConnection,
        {
          project_id: id,
          channel: 'threads',
          account_id: 'a-1',
          account_name: 'A',
          credentials: { access_token: 'a-token-for-nothing' },
        },
      ],
    ]
    if (role === 'viewer') {
      forbidden.push([createStory, { project_id: id, caption: 'Mine', channels: ['x'] }])
      forbidden.push([publishStory, { id: stories.draft.storyId, connection_check: 'skip' }])
    }
    for (const [contract, input] of forbidden) {
      const given: Record<string, unknown> = { ...input }
      const path = contract.path.replace(/:(\w+)/g, (_, name: string) => {
        const value = String(given[name])
        delete given[name]
        return value
      })
      const answer = await page.request.fetch(path, {
        method: contract.method,
        headers: { origin: inject('productUrl') },
        ...(contract.body ? { data: given } : {}),
      })
      const { error } = (await answer.json()) as { error?: { code: string } }
      expect([contract.path, answer.status(), error?.code]).toEqual([contract.path, 403, 'insufficient_scope'])
    }
  })
})

test.skipIf(!hasChromium)('a role that is raised opens the screen with the next look at it', async () => {
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
  expect(page.faults).toEqual([])
})
