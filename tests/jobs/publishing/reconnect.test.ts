import { beforeAll, describe, expect, test } from 'vitest'
import type { ChannelId } from '@/lib/channel-ids'
import { createConnection } from '@/lib/connections/contract'
import { aSandboxAccount } from '@/tests/support/api/api'
import {
  aDueStory,
  callsOf,
  failCalls,
  letTimePass,
  postsOf,
  progressOf,
  publishOnce,
  publishThroughDoubt,
  rowOf,
  setEnv,
} from '@/tests/support/publishing/publishing'

beforeAll(() => setEnv({ PUBLISH_CALL_TIMEOUT_SECONDS: '1', PUBLISH_POLL_SECONDS: '0.05' }))

describe('when the connection changes while a send is in doubt', () => {
  async function inDoubt(channel: ChannelId, fault = 'reset_after') {
    const due = await aDueStory([channel])
    await failCalls(due.account, { fault, call: 'publish', times: 1 })
    await publishOnce(due.itemId)
    return due
  }
  const connectOther = async ({ project }: { project: Awaited<ReturnType<typeof inDoubt>>['project'] }) => {
    const [other] = await project.connect('facebook')
    if (!other) throw new Error('No account.')
    return other
  }

  test('another account: outcome_unknown, without a call', async () => {
    const due = await inDoubt('facebook')
    const other = await connectOther(due)
    expect(await publishThroughDoubt(due.itemId)).toBe('failed')
    expect(await rowOf(due.itemId)).toMatchObject({ skip_reason: 'outcome_unknown' })
    expect([await callsOf(other, 'publish'), await callsOf(other, 'list')]).toEqual([0, 0])
    expect(await postsOf(due.account)).toHaveLength(1)
  })

  test('the same account reconnected: the post is found and adopted', async () => {
    const due = await inDoubt('facebook')
    const { account_id, account_name, handle, credentials } = due.account
    await connectOther(due)
    await due.project.api.call(createConnection, {
      channel: 'facebook',
      account_id,
      account_name,
      handle,
      credentials,
    } as never)
    expect(await publishThroughDoubt(due.itemId)).toBe('posted')
    expect(await callsOf(due.account, 'publish')).toBe(1)
  })

  test('uploads made at the first account are repeated at the other', async () => {
    const due = await aDueStory(['instagram'])
    await failCalls(due.account, { fault: 'refuse', preset: 'server_error', call: 'publish', times: 1 })
    await failCalls(due.account, { fault: 'rate_limit', retry_after_seconds: 5, call: 'publish', times: 1 })
    await failCalls(due.account, { fault: 'refuse', preset: 'server_error', call: 'status' })
    await publishOnce(due.itemId)
    expect(Object.keys((await progressOf(due.itemId)).done ?? {})).toEqual(['container'])
    const other = await aSandboxAccount('instagram')
    await due.project.api.call(createConnection, {
      channel: 'instagram',
      account_id: other.account_id,
      account_name: other.account_name,
      credentials: other.credentials,
    } as never)
    await letTimePass(due.itemId, 0)
    expect(await publishOnce(due.itemId)).toBe('posted')
    expect([await postsOf(due.account), (await postsOf(other)).length]).toEqual([[], 1])
  })
})
