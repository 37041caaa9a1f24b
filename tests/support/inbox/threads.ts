import { database } from '@/lib/db/pool'
import { aProject, control, type SandboxAccount, type TestProject } from '../api/api'
import { deliver, processReceived } from './deliveries'
import { instagramComment, messaging } from './delivery-forms'

export type Item = {
  id: string
  person_id: string
  text: string
  is_ours: boolean
  parent_id: string | null
  tag: string | null
}
export type Thread = { project: TestProject; account: SandboxAccount; id: string; item: Item }
type Platform = 'instagram' | 'facebook'

export const itemsOf = async ({ network, account_id }: SandboxAccount): Promise<Item[]> =>
  (await control<{ items: Item[] }>('GET', `/control/inbox/items?network=${network}&account_id=${account_id}`)).items
export const repliesOf = async ({ account }: Thread): Promise<Item[]> =>
  (await itemsOf(account)).filter(({ is_ours }) => is_ours)

/** A conversation here and at the network, that starts with a message of a visitor. */
export async function aThread(
  kind: 'comment' | 'dm',
  { platform = 'instagram' as Platform, hours = 0 } = {},
): Promise<Thread> {
  const project = await aProject()
  const [account] = await project.connect(platform)
  if (!account) throw new Error('No account.')
  const given = { network: platform, account_id: account.account_id, text: 'Hi', ago_seconds: hours * 3_600 }
  const path = kind === 'comment' ? '/control/inbox/comments' : '/control/inbox/messages'
  const post = kind === 'comment' ? { post_id: `${account.account_id}_5` } : {}
  const { items } = await control<{ items: [Item] }>('POST', path, { ...given, ...post })
  const [item] = items
  const at = Date.now() - hours * 3_600_000
  const from = item.person_id
  const body =
    kind === 'comment'
      ? instagramComment({ account: account.account_id, id: item.id, from, text: 'Hi' })
      : messaging({ account: account.account_id, from, at, platform }, { message: { mid: item.id, text: 'Hi' } })
  await deliver(platform, body)
  await processReceived()
  const row = await database()
    .selectFrom('inbox_conversations')
    .select('id')
    .where('project_id', '=', project.projectId)
    .executeTakeFirstOrThrow()
  return { project, account, id: row.id, item }
}
