import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listPinterestBoards, setDefaultPinterestBoard } from '@/lib/boards/contract'
import * as boards from '@/lib/boards/service'
import { database } from '@/lib/db/pool'
import { claimOne } from '@/lib/publishing/claim'
import { publishItem } from '@/lib/publishing/publish-item'
import type { SandboxAccount } from '../support/api'
import { control } from '../support/api'
import { onOwnSandbox, sandboxUrl } from '../support/own-sandbox'
import {
  aDueStory,
  attemptsOf,
  callsOf,
  type DueStory,
  picture,
  postsOf,
  publishOnce,
  publishUntilSettled,
  rowOf,
  setEnv,
  strike,
} from '../support/publishing'

onOwnSandbox()

beforeAll(() => setEnv({ PUBLISH_CALL_TIMEOUT_SECONDS: '2', PUBLISH_POLL_SECONDS: '0.05' }))

/** Pinterest itself, as somebody in its app would use it. */
async function deleteBoard({ credentials }: SandboxAccount, id: string): Promise<void> {
  const url = `${sandboxUrl()}/pinterest/v5/boards/${id}`
  const headers = { authorization: `Bearer ${credentials.access_token}` }
  const answer = await fetch(url, { method: 'DELETE', headers })
  if (answer.status !== 204) throw new Error(`DELETE ${url}: ${answer.status}`)
}

/** The boards' endpoints, on the database of this process. */
const asOwner = ({ project }: DueStory) => ({
  context: { db: database(), principal: { kind: 'session', userId: project.userId } as const, now: new Date() },
  project_id: project.projectId,
})

describe('which board a pin goes to', () => {
  test('is its own before the connection’s default, and none is a refusal before any attempt', async () => {
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

  test('that was deleted is named in the reason, by the name that was kept', async () => {
    const due = await aDueStory(['pinterest'])
    const [board] = due.account.boards ?? []
    const { context, project_id } = asOwner(due)
    await boards.list(context, listPinterestBoards.query.parse({ project_id }))
    await deleteBoard(due.account, board?.id ?? '')
    expect(await publishOnce(due.itemId)).toBe('failed')
    expect(await rowOf(due.itemId)).toMatchObject({
      skip_category: 'content',
      provider_code: '404/40',
      skip_reason: `The board “${board?.name}” no longer exists at Pinterest. Choose another board for the story, then try again.`,
    })
  })
})

describe('a film for Pinterest', () => {
  const aFilm = (account?: DueStory) =>
    aDueStory(['pinterest'], {
      ...(account ? { project: account.project, accounts: account.accounts } : {}),
      slides: [{ media_url: `${sandboxUrl()}/samples/upright.mp4` }],
      postType: 'reel',
    })
  /** The override of the story names the board; a film needs its cover besides. */
  const withCover = async (due: DueStory): Promise<DueStory> => {
    const pinterest = { board_id: due.account.boards?.[0]?.id, cover_image_url: picture() }
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
    const due = await withCover(await aFilm())
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

  test('that fails in processing fails the row with what Pinterest said', async () => {
    const due = await withCover(await aFilm())
    await strike(due.account, { fault: 'container_error', call: 'container', reason: 'Unsupported codec', times: 1 })
    await publishUntilSettled(due.storyId)
    expect(await rowOf(due.itemId)).toMatchObject({
      status: 'failed',
      skip_category: 'render',
      provider_code: 'processing_failed',
      skip_reason: expect.stringContaining('Unsupported codec'),
    })
  })

  test('that Pinterest no longer holds stays scheduled, and its next try begins with the upload', async () => {
    const due = await withCover(await aFilm())
    await settings({ polls_until_finished: 1_000_000 })
    // A worker uploaded it long ago, and died.
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
