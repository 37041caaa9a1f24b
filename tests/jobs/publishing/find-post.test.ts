import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { database } from '@/lib/db/pool'
import { control } from '@/tests/support/api/api'
import {
  aDueStory,
  callsOf,
  failCalls,
  newText,
  postsOf,
  publishOnce,
  publishThroughDoubt,
  rowOf,
  setEnv,
} from '@/tests/support/publishing/publishing'
import { onOwnSandbox, setNetworksAhead } from '@/tests/support/sandbox/file-sandbox'

onOwnSandbox()
beforeAll(() => setEnv({ PUBLISH_CALL_TIMEOUT_SECONDS: '1', PUBLISH_POLL_SECONDS: '0.05' }))
/** The networks' duplicate detection would hide a post that was sent twice. */
beforeAll(() => control('POST', '/control/settings', { detect_duplicates: false }))

/** A send with an unknown outcome. */
const inDoubt = async (channel: ChannelId, request: Parameters<typeof aDueStory>[1] = {}, fault = 'reset_after') => {
  const due = await aDueStory([channel], request)
  await failCalls(due.account, { fault, call: 'publish', times: 1 })
  expect(await publishOnce(due.itemId)).toBe('waiting')
  return due
}

describe('a database clock ten minutes ahead of the network', () => {
  beforeAll(() => setNetworksAhead(-600_000))
  afterAll(() => setNetworksAhead(0))

  test.each(channelIds)('does not hide the post (%s)', async (channel) => {
    const { account, itemId } = await inDoubt(channel)
    expect(await publishThroughDoubt(itemId)).toBe('posted')
    expect(await postsOf(account)).toHaveLength(1)
    expect(await callsOf(account, 'publish')).toBe(1)
  })
})

test('outcome_unknown when the text was changed after the send', async () => {
  const { account, itemId, storyId } = await inDoubt('x')
  await database().updateTable('stories').set({ caption: newText() }).where('id', '=', storyId).execute()
  expect(await publishThroughDoubt(itemId)).toBe('failed')
  expect(await rowOf(itemId)).toMatchObject({ skip_reason: 'outcome_unknown' })
  expect(await callsOf(account, 'publish')).toBe(1)
})

test('outcome_unknown when the network changed the text: not adopted and not sent again', async () => {
  const caption = newText()
  const lost = await inDoubt('x', { caption: `${caption}: https://example.com/menu` }, 'reset_before')
  // A copy of our post with the text as changed by the network.
  const { project, accounts, account } = lost
  const changed = await aDueStory(['x'], { project, accounts, caption: `${caption} https://example.org/other` })
  expect(await publishOnce(changed.itemId)).toBe('posted')
  await database().deleteFrom('stories').where('id', '=', changed.storyId).execute()
  expect(await publishThroughDoubt(lost.itemId)).toBe('failed')
  expect(await rowOf(lost.itemId)).toMatchObject({ skip_reason: 'outcome_unknown' })
  expect(await postsOf(account)).toHaveLength(1)
})

test.each([
  'See https://example.com/?a=1&amp;b=2',
  'See https://x.com/them/status/1/photo/1',
  '&lt;b&gt; & <i> “naïve” 🥐\r\n\r\n#one  @two $THREE example.org/',
])('text that X returns in another form: %s', async (words) => {
  const { account, itemId } = await inDoubt('x', { caption: `${newText()} ${words}` })
  expect(await publishThroughDoubt(itemId)).toBe('posted')
  expect(await postsOf(account)).toHaveLength(1)
  expect(await callsOf(account, 'publish')).toBe(1)
})
