import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChannelId, channelIds } from '@/lib/channels/ids'
import { database } from '@/lib/db/pool'
import { control } from '../support/api'
import { onOwnSandbox, setNetworksAhead } from '../support/own-sandbox'
import {
  aDueStory,
  callsOf,
  newText,
  postsOf,
  publishOnce,
  publishThroughDoubt,
  rowOf,
  setEnv,
  strike,
} from '../support/publishing'

onOwnSandbox()
beforeAll(() => setEnv({ PUBLISH_CALL_TIMEOUT_SECONDS: '1', PUBLISH_POLL_SECONDS: '0.05' }))
/** With them a post that is sent twice would be there once, and nobody would see it here. */
beforeAll(() => control('POST', '/control/settings', { detect_duplicates: false }))

/** A send in doubt. What a look does not know again is left open, and never sent twice. */
const inDoubt = async (channel: ChannelId, request: Parameters<typeof aDueStory>[1] = {}, fault = 'reset_after') => {
  const due = await aDueStory([channel], request)
  await strike(due.account, { fault, call: 'publish', times: 1 })
  expect(await publishOnce(due.itemId)).toBe('waiting')
  return due
}

describe('a database whose clock is ten minutes ahead of the network’s', () => {
  beforeAll(() => setNetworksAhead(-600_000))
  afterAll(() => setNetworksAhead(0))

  test.each(channelIds)('finds the post (%s)', async (channel) => {
    const { account, itemId } = await inDoubt(channel)
    expect(await publishThroughDoubt(itemId)).toBe('posted')
    expect(await postsOf(account)).toHaveLength(1)
    expect(await callsOf(account, 'publish')).toBe(1)
  })
})

test('a text that was changed since: what it would look for was never sent, so nobody can tell', async () => {
  const { account, itemId, storyId } = await inDoubt('x')
  await database().updateTable('stories').set({ caption: newText() }).where('id', '=', storyId).execute()
  expect(await publishThroughDoubt(itemId)).toBe('failed')
  expect(await rowOf(itemId)).toMatchObject({ skip_reason: 'outcome_unknown' })
  expect(await callsOf(account, 'publish')).toBe(1)
})

test('a post that the network changed: not adopted, and not sent again beside it', async () => {
  const caption = newText()
  const lost = await inDoubt('x', { caption: `${caption}: https://example.com/menu` }, 'reset_before')
  // The stranger stands for what the network made of ours.
  const { project, accounts, account } = lost
  const stranger = await aDueStory(['x'], { project, accounts, caption: `${caption} https://example.org/other` })
  expect(await publishOnce(stranger.itemId)).toBe('posted')
  await database().deleteFrom('stories').where('id', '=', stranger.storyId).execute()
  expect(await publishThroughDoubt(lost.itemId)).toBe('failed')
  expect(await rowOf(lost.itemId)).toMatchObject({ skip_reason: 'outcome_unknown' })
  expect(await postsOf(account)).toHaveLength(1)
})

test.each([
  'See https://example.com/?a=1&amp;b=2',
  'See https://x.com/them/status/1/photo/1',
  '&lt;b&gt; & <i> “naïve” 🥐\r\n\r\n#one  @two $THREE example.org/',
])('what X gives back otherwise than it was sent: %s', async (words) => {
  const { account, itemId } = await inDoubt('x', { caption: `${newText()} ${words}` })
  expect(await publishThroughDoubt(itemId)).toBe('posted')
  expect(await postsOf(account)).toHaveLength(1)
  expect(await callsOf(account, 'publish')).toBe(1)
})
