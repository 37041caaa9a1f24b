import { beforeAll, expect, test } from 'vitest'
import type { ChannelId } from '@/lib/channel-ids'
import type { Account } from '@/lib/channels/channel'
import { ChannelError } from '@/lib/channels/channel-error'
import type { AccountChoice } from '@/lib/channels/connecting/connect'
import { connects } from '@/lib/channels/connects'
import { channels } from '@/lib/channels/registry'
import { reloadEnv } from '@/lib/env'
import { apps } from '@/sandbox/oauth/apps'
import { sandboxEnv } from '@/scripts/demo/sandbox-env'
import { aNetwork } from '@/tests/support/publishing/channel-suite'
import { MemoryRun } from '@/tests/support/publishing/memory-run'
import { aPost } from '@/tests/support/publishing/resolved-post'
import { type Decision, decide } from '@/tests/support/sandbox/consent-page'

const before = { ...process.env }
const setup = aNetwork('linkedin')

beforeAll(() => {
  Object.assign(process.env, sandboxEnv(setup.networks.url), {
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
const aVideo = () => ({ url: `${setup.networks.url}/samples/upright.mp4`, kind: 'video' as const, altText: null })

test('X: publishes a thread with a video with an OAuth 2.0 token', async () => {
  const { account: known } = await setup.networks.account('x')
  const [choice] = await consentTo('x', { account: known.accountId })
  if (!choice) throw new Error('There is no account to choose.')
  expect(choice.credentials.kind).toBe('bearer')
  const thread = ['The tide comes in.', 'And it goes out.']
  await channels.x.publish(aPost('x', { thread, media: [aVideo()] }), accountOf(choice), new MemoryRun())
  const posts = await setup.networks.posts('x', known)
  expect(posts.map(({ text, media }) => [text, media.length])).toEqual([
    ['The tide comes in.', 1],
    ['And it goes out.', 0],
  ])
})

test('LinkedIn: a token posts as its member and the shared organization only', async () => {
  const organization = `urn:li:organization:${Date.now()}`
  const outsider = `${organization}9`
  for (const account_id of [organization, outsider])
    await setup.networks.control('POST', 'accounts', { network: 'linkedin', account_id })
  const choices = await consentTo('linkedin', { account: setup.account.accountId, shared: [organization] })
  expect(choices.map(({ accountId }) => accountId)).toEqual([setup.account.accountId, organization])
  for (const choice of choices) {
    const account = accountOf(choice)
    await channels.linkedin.publish(setup.post({ media: [aVideo()] }), account, new MemoryRun())
    expect(await setup.networks.posts('linkedin', account)).toHaveLength(1)
  }
  const member = choices[0]
  if (!member) throw new Error('There is no member.')
  const asStranger = { ...accountOf(member), accountId: outsider }
  const fault = await channels.linkedin.publish(setup.post(), asStranger, new MemoryRun()).catch((error) => error)
  expect(fault).toBeInstanceOf(ChannelError)
  expect(fault).toMatchObject({ category: 'connection', isRetryable: false, isAuthDead: false, providerStatus: 403 })
})

test('LinkedIn: reports a missing write permission', async () => {
  const choices = await consentTo('linkedin', { account: setup.account.accountId, without: ['w_member_social'] })
  const member = choices.find(({ accountId }) => accountId === setup.account.accountId)
  if (!member) throw new Error('There is no member.')
  const fault = await channels.linkedin
    .publish(setup.post(), accountOf(member), new MemoryRun())
    .catch((error) => error)
  expect(fault).toMatchObject({ category: 'connection', isRetryable: false, code: 'ACCESS_DENIED' })
  expect(fault.message).toContain('lacks a permission')
})
