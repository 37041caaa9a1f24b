import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listPinterestBoards, setDefaultPinterestBoard } from '@/lib/boards/contract'
import * as boards from '@/lib/boards/service'
import { database } from '@/lib/db/pool'
import { claimOne } from '@/lib/publishing/claim/claim-due'
import { publishItem } from '@/lib/publishing/publish-item'
import type { SandboxAccount } from '@/tests/support/api/api'
import { control } from '@/tests/support/api/api'
import {
  aDueStory,
  attemptsOf,
  callsOf,
  type DueStory,
  failCalls,
  postsOf,
  publishOnce,
  publishUntilSettled,
  rowOf,
  sampleImage,
  setEnv,
} from '@/tests/support/publishing/publishing'
import { onOwnSandbox, sandboxUrl } from '@/tests/support/sandbox/file-sandbox'

onOwnSandbox()

beforeAll(() => setEnv({ PUBLISH_CALL_TIMEOUT_SECONDS: '2', PUBLISH_POLL_SECONDS: '0.05' }))

/** Pinterest's own app. */
async function deleteBoard({ credentials }: SandboxAccount, id: string): Promise<void> {
  const url = `${sandboxUrl()}/pinterest/v5/boards/${id}`
  const headers = { authorization: `Bearer ${credentials.access_token}` }
  const answer = await fetch(url, { method: 'DELETE', headers })
  if (answer.status !== 204) throw new Error(`DELETE ${url}: ${answer.status}`)
}

/** The board endpoints, on this process's database. */
const asOwner = ({ project }: DueStory) => ({
  context: { db: database(), principal: { kind: 'session', userId: project.userId } as const, now: new Date() },
  project_id: project.projectId,
})

describe('the board of a pin', () => {
  test('is the story’s, else the connection’s default; without one the row fails before an attempt', async () => {
    const due = await aDueStory(['pinterest'], { overrides: {} })
    const [first, second] = due.account.boards ?? []
    expect(await publishOnce(due.itemId)).toBe('failed')
    expect(await rowOf(due.itemId)).toMatchObject({
      status: 'failed',
      skip_category: 'content',
      skip_reason: expect.stringContaining('No Pinterest board is set.'),
    })
    expect(await attemptsOf(due.itemId)).toEqual([])
    const { context, project_id } = asOwner(due)
    await boards.setDefault(
      context,
      setDefaultPinterestBoard.body.parse({ project_id, default_board_id: second?.id ?? '' }),
    )
    const { project, accounts } = due
    const byDefault = await aDueStory(['pinterest'], { project, accounts, overrides: {} })
    const byStory = await aDueStory(['pinterest'], {
      project,
      accounts,
      overrides: { pinterest: { board_id: first?.id } },
    })
    expect([await publishOnce(byDefault.itemId), await publishOnce(byStory.itemId)]).toEqual(['posted', 'posted'])
    const posts = (await postsOf(due.account)) as unknown as { text: string; detail: { board_id: string } }[]
    expect(posts.map(({ text, detail }) => [text, detail.board_id])).toEqual([
      [byDefault.caption, second?.id],
      [byStory.caption, first?.id],
    ])
  })

  test('is named in the reason when it was deleted', async () => {
    const due = await aDueStory(['pinterest'])
    const [board] = due.account.boards ?? []
    const { context, project_id } = asOwner(due)
    await boards.list(context, listPinterestBoards.query.parse({ project_id }))
    await deleteBoard(due.account, board?.id ?? '')
    expect(await publishOnce(due.itemId)).toBe('failed')
    expect(await rowOf(due.itemId)).toMatchObject({
      skip_category: 'content',
      provider_code: '404/40',
      skip_reason: `The board “${board?.name}” no longer exists at Pinterest. Choose another board for the story, then retry.`,
    })
  })
})

describe('a video on Pinterest', () => {
  const aVideo = (account?: DueStory) =>
    aDueStory(['pinterest'], {
      ...(account ? { project: account.project, accounts: account.accounts } : {}),
      slides: [{ media_url: `${sandboxUrl()}/samples/upright.mp4` }],
      postType: 'reel',
    })
  /** The override names the board. A video needs a cover too. */
  const withCover = async (due: DueStory): Promise<DueStory> => {
    const pinterest = { board_id: due.account.boards?.[0]?.id, cover_image_url: sampleImage() }
    await database()
      .updateTable('stories')
      .set({ channel_overrides: JSON.stringify({ pinterest }) })
      .where('id', '=', due.storyId)
      .execute()
    return due
  }
  const settings = (change: object) => control('POST', '/control/settings', { network: 'pinterest', ...change })
  afterEach(() => settings({ polls_until_finished: null }))

  test('that is processed for longer than a lease stays with its worker', async () => {
    const due = await withCover(await aVideo())
    setEnv({ PUBLISH_LEASE_SECONDS: '3' })
    await settings({ polls_until_finished: 14 })
    const claim = await claimOne(database(), due.itemId, { worker: 'test', leaseSeconds: 3 })
    if (!claim) throw new Error('The row was not due.')
    expect(await publishItem(database(), claim, new AbortController().signal)).toBe('posted')
    setEnv({ PUBLISH_LEASE_SECONDS: '30' })
    expect((await rowOf(due.itemId)).claims).toBe(1)
    expect(await callsOf(due.account, 'status')).toBe(15)
    expect(await postsOf(due.account)).toHaveLength(1)
  })

  test('that fails in processing fails the row with Pinterest’s reason', async () => {
    const due = await withCover(await aVideo())
    await failCalls(due.account, { fault: 'container_error', call: 'container', reason: 'Unsupported codec', times: 1 })
    await publishUntilSettled(due.storyId)
    expect(await rowOf(due.itemId)).toMatchObject({
      status: 'failed',
      skip_category: 'render',
      provider_code: 'processing_failed',
      skip_reason: expect.stringContaining('Unsupported codec'),
    })
  })

  test('that Pinterest has deleted is uploaded again at the next try', async () => {
    const due = await withCover(await aVideo())
    await settings({ polls_until_finished: 1_000_000 })
    // A worker that crashed has uploaded it long ago.
    await database()
      .updateTable('queue_items')
      .set({ progress: JSON.stringify({ done: { media: { id: '404', at: new Date(0).toISOString() } } }) })
      .where('id', '=', due.itemId)
      .execute()
    expect(await publishOnce(due.itemId)).toBe('waiting')
    const row = await rowOf(due.itemId)
    expect([row.status, (row.progress as { done?: object }).done ?? {}]).toEqual(['approved', {}])
  })
})
