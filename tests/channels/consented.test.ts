import { beforeAll, expect, test } from 'vitest'
import type { Account } from '@/lib/channels/channel'
import type { AccountChoice } from '@/lib/channels/connect'
import { connects } from '@/lib/channels/connects'
import { ChannelFault } from '@/lib/channels/fault'
import type { ChannelId } from '@/lib/channels/ids'
import { channels } from '@/lib/channels/registry'
import { reloadEnv } from '@/lib/env'
import { apps } from '@/lib/sandbox/oauth/apps'
import { sandboxEnv } from '@/scripts/support/sandbox-env'
import { aNetwork } from '../support/channel-suite'
import { type Decision, decide } from '../support/consent'
import { MemoryRun } from '../support/memory-run'
import { aPost } from '../support/resolved-post'

const before = { ...process.env }
const world = aNetwork('linkedin')

beforeAll(() => {
  Object.assign(process.env, sandboxEnv(world.networks.url), {
    X_CLIENT_ID: apps.x_oauth2.id,
    X_CLIENT_SECRET: apps.x_oauth2.secret,
    ALLOW_PRIVATE_NETWORK: '0',
  })
  reloadEnv()
  return () => {
    process.env = { ...before }
    reloadEnv()
  }
})

const call = () => ({ signal: AbortSignal.timeout(10_000) })

async function consentTo(channel: ChannelId, decision?: Decision): Promise<AccountChoice[]> {
  const { consent } = connects[channel]
  if (!consent) throw new Error(`${channel} has no consent.`)
  const redirectUri = `http://localhost:3000/connect/${channel}/callback`
  const { url, secret } = await consent.start({ redirectUri, state: 'a-state', isAgain: false }, call())
  const back = await decide(url, decision)
  return consent.finish({ query: back.searchParams, redirectUri, secret }, call())
}

const accountOf = ({ accountId, accountName, handle, credentials }: AccountChoice): Account => ({
  accountId,
  accountName,
  handle,
  credentials,
})
const aFilm = () => ({ url: `${world.networks.url}/samples/upright.mp4`, kind: 'video' as const, altText: null })

test('X: a thread that begins with a film goes out with the token of OAuth 2.0', async () => {
  const { account: known } = await world.networks.account('x')
  const [choice] = await consentTo('x', { account: known.accountId })
  if (!choice) throw new Error('There is no account to choose.')
  expect(choice.credentials.kind).toBe('bearer')
  const thread = ['The tide comes in.', 'And it goes out.']
  await channels.x.publish(aPost('x', { thread, media: [aFilm()] }), accountOf(choice), new MemoryRun())
  const posts = await world.networks.posts('x', known)
  expect(posts.map(({ text, media }) => [text, media.length])).toEqual([
    ['The tide comes in.', 1],
    ['And it goes out.', 0],
  ])
})

test('LinkedIn: a member’s consent posts as the member and as the organisation, and for no other', async () => {
  const organization = `urn:li:organization:${Date.now()}`
  const stranger = `${organization}9`
  for (const account_id of [organization, stranger])
    await world.networks.control('POST', 'accounts', { network: 'linkedin', account_id })
  const choices = await consentTo('linkedin', { account: world.account.accountId, shared: [organization] })
  expect(choices.map(({ accountId }) => accountId)).toEqual([world.account.accountId, organization])
  for (const choice of choices) {
    const account = accountOf(choice)
    await channels.linkedin.publish(world.post({ media: [aFilm()] }), account, new MemoryRun())
    expect(await world.networks.posts('linkedin', account)).toHaveLength(1)
  }
  const member = choices[0]
  if (!member) throw new Error('There is no member.')
  const asStranger = { ...accountOf(member), accountId: stranger }
  const fault = await channels.linkedin.publish(world.post(), asStranger, new MemoryRun()).catch((error) => error)
  expect(fault).toBeInstanceOf(ChannelFault)
  expect(fault).toMatchObject({ category: 'connection', isRetryable: false, isAuthDead: false, providerStatus: 403 })
})

test('LinkedIn: without the permission to write, the post says that one is missing', async () => {
  const choices = await consentTo('linkedin', { account: world.account.accountId, without: ['w_member_social'] })
  const member = choices.find(({ accountId }) => accountId === world.account.accountId)
  if (!member) throw new Error('There is no member.')
  const fault = await channels.linkedin
    .publish(world.post(), accountOf(member), new MemoryRun())
    .catch((error) => error)
  expect(fault).toMatchObject({ category: 'connection', isRetryable: false, code: 'ACCESS_DENIED' })
  expect(fault.message).toContain('lacks a permission')
})
