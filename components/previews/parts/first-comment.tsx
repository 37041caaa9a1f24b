import type { ChannelId } from '@/lib/channel-ids'
import type { PreviewAccount } from '../preview-props'
import { AccountPhoto, handleOf, nameOf } from './account-line'

type Props = { channel: ChannelId; account: PreviewAccount; text: string }

/** The comment that the account adds below its own post. */
export const FirstComment = ({ channel, account, text }: Props) => (
  <div className="mx-auto mt-2 flex max-w-120 gap-2.5 rounded-xl border border-line bg-surface px-3 py-2.5 text-sm">
    <AccountPhoto channel={channel} account={account} />
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap gap-x-2">
        <span className="font-semibold">{channel === 'instagram' ? handleOf(account) : nameOf(channel, account)}</span>
        <span className="text-ink-soft">First comment</span>
      </p>
      <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
    </div>
  </div>
)
