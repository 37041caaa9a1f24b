import { benchInboxReads } from './inbox-reads'
import { benchInboxStorm } from './inbox-storm'

export async function benchInbox(): Promise<void> {
  await benchInboxStorm()
  await benchInboxReads()
}
