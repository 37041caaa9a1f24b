import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { database } from '@/lib/db/pool'
import { insertStory } from '../database/story-rows'
import { connectAccounts, makeAccount } from '../sandbox/accounts'
import type { Caller } from './callers'
import { eventually } from './eventually'

export type Answer = { atMs: number; tookMs: number; status: number; retryAfter: string | null; text: string }

/** One write through the API. */
export async function write(url: string, { token }: Caller, caption = 'Fresh bread'): Promise<Answer> {
  const startedMs = performance.now()
  const response = await fetch(`${url}/api/v1/stories`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ caption, channels: ['x'] }),
  })
  const text = await response.text()
  const atMs = performance.now()
  const retryAfter = response.headers.get('retry-after')
  return { atMs, tookMs: atMs - startedMs, status: response.status, retryAfter, text }
}

const writers = 16

export type Load = { answers: Answer[]; acknowledged: string[]; end(): Promise<void> }

/** Writes with many connections until `end` is called. */
export function startLoad(url: string, caller: Caller): Load {
  const answers: Answer[] = []
  const acknowledged: string[] = []
  let isOver = false
  const lanes = Array.from({ length: writers }, async (_, lane) => {
    for (let count = 0; !isOver; count++) {
      const caption = `${lane}-${count}-${Math.random()}`
      const answer = await write(url, caller, caption)
      answers.push(answer)
      if (answer.status === 201) acknowledged.push(caption)
      // Errors return immediately. Without a pause they would be most of the load.
      else await sleep(20)
    }
  })
  return {
    answers,
    acknowledged,
    async end() {
      isOver = true
      await Promise.all(lanes)
    },
  }
}

export const rateIn = (answers: Answer[], fromMs: number, toMs: number): number =>
  (answers.filter(({ atMs, status }) => status === 201 && atMs >= fromMs && atMs < toMs).length / (toMs - fromMs)) *
  1000

/** The API's own 503, with Retry-After. */
export function expectUnavailable({ status, retryAfter, text }: Answer): void {
  expect([status, text]).toEqual([503, expect.stringContaining('"code":"unavailable"')])
  expect(retryAfter).toMatch(/^[1-9]\d*$/)
}

/** Acknowledged stories that are missing. */
export async function lostOf(acknowledged: string[]): Promise<string[]> {
  const rows = await database().selectFrom('stories').select('caption').execute()
  const kept = new Set(rows.map(({ caption }) => caption))
  return acknowledged.filter((caption) => !kept.has(caption))
}

/** Connects the caller's project to a new sandbox account. */
export const connectThreads = async (sandboxUrl: string, caller: Caller): Promise<void> =>
  connectAccounts(caller, [await makeAccount(sandboxUrl, 'threads')])

/** Expects a due post to be published. */
export async function expectToPublish({ projectId }: Caller, caption: string): Promise<void> {
  const { storyId } = await insertStory(database(), { projectId, channels: ['threads'], caption })
  const isPosted = async () => {
    const row = await database()
      .selectFrom('queue_items')
      .select('status')
      .where('story_id', '=', storyId)
      .executeTakeFirst()
    return row?.status === 'posted'
  }
  await eventually(isPosted, `The post ${caption}`, 30)
}
