import { channelNames } from '@/components/channels/channel-names'
import { channelIds } from '@/lib/channel-ids'
import type { SocialConnection } from '@/lib/connections/contract'
import type { StartKind } from './start-choices'

/** What the project has already. */
export type SetUp = { connections: readonly SocialConnection[]; hasSampleData: boolean }

/** The connected accounts of a choice, in the order of the channels. */
export const accountsOf = (kind: 'real' | 'sandbox', { connections }: Pick<SetUp, 'connections'>): SocialConnection[] =>
  connections
    .filter(({ connected, sandbox }) => connected && sandbox === (kind === 'sandbox'))
    .sort((one, other) => channelIds.indexOf(one.channel) - channelIds.indexOf(other.channel))

/** What is done for a choice. Null if nothing. */
export function doneText(kind: StartKind, setUp: SetUp): string | null {
  if (kind === 'sample') return setUp.hasSampleData ? 'Sample data added' : null
  const count = accountsOf(kind, setUp).length
  if (count === 0) return null
  return `${count} ${kind === 'sandbox' ? 'sandbox ' : ''}${count === 1 ? 'account' : 'accounts'} connected`
}

/** The networks of a choice's accounts, or what the sample data holds. */
export const detailText = (kind: StartKind, setUp: SetUp): string =>
  kind === 'sample'
    ? 'Published and planned posts, drafts, captions and templates. Remove it from the banner on top of any page.'
    : accountsOf(kind, setUp)
        .map(({ channel }) => channelNames[channel])
        .join(', ')
