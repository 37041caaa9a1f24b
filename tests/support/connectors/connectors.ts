import type { Insertable } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import { database } from '@/lib/db/pool'
import type { Connectors } from '@/lib/db/types.generated'
import { newId } from '@/lib/ids'
import { type Receiver, type ReceiverBehaviour, startReceiver } from '../servers/webhook-receiver'

type Changes = { projectId: string } & Partial<Insertable<Connectors>>

/** Inserts a connector that is not due. */
export async function insertConnector({ projectId, ...changes }: Changes): Promise<string> {
  const id = changes.id ?? newId()
  await database()
    .insertInto('connectors')
    .values({
      ...{
        id,
        project_id: projectId,
        name: 'Blog',
        kind: 'rss',
        url: 'https://nowhere.invalid/feed.xml',
        key_field: 'id',
      },
      ...changes,
    })
    .execute()
  return id
}

/** A server for the sources of a test file. */
export function aSourceServer(): () => Receiver {
  let receiver: Receiver | undefined
  beforeAll(async () => {
    receiver = await startReceiver()
  })
  afterAll(() => receiver?.stop())
  return () => {
    if (!receiver) throw new Error('The server is not started yet.')
    return receiver
  }
}

/** The titles are also the ids. */
export const rssFeed = (titles: readonly string[], extra = ''): string =>
  `<rss version="2.0"><channel><title>Fresh bread</title>${extra}${titles
    .map((title) => `<item><guid>${title}</guid><title>${title}</title></item>`)
    .join('')}</channel></rss>`

export const aFeed = (titles: readonly string[], headers: Record<string, string> = {}): ReceiverBehaviour => ({
  kind: 'status',
  status: 200,
  headers,
  body: rssFeed(titles),
})
