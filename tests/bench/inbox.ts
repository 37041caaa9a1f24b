import { benchInboxReads } from './inbox-reads'

export async function benchInbox(): Promise<void> {
  await benchInboxReads()
}
