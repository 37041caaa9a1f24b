import { FilterX, Inbox, MessagesSquare, Plug } from 'lucide-react'
import type { ReactNode } from 'react'
import { channelNames } from '@/components/channels/channel-names'
import { useConnections } from '@/components/connections/use-connections'
import { useMay } from '@/components/projects/role'
import { Button, ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { inboxPlatforms } from '@/lib/inbox/kinds'

type Props = {
  projectId: string
  isUnfiltered: boolean
  /** The project never had a conversation. */
  hasNone: boolean
  onShowAll: () => void
}

/** Why the list of conversations is empty. */
export function EmptyInbox({ projectId, isUnfiltered, hasNone, onShowAll }: Props) {
  const connections = useConnections(projectId)
  const mayConnect = useMay('connections:write')
  const connected = inboxPlatforms.filter((platform) => connections.some(({ channel }) => channel === platform))
  const missing = inboxPlatforms.filter((platform) => !connected.includes(platform))
  const connect = (text: string): ReactNode =>
    mayConnect && <ButtonLink href={`/${projectId}/connections`}>{text}</ButtonLink>
  if (connected.length === 0) {
    return (
      <Frame Icon={Plug} title="No account with an inbox" action={connect('Connect an account')}>
        Connect Instagram or Facebook to answer comments and messages here.
      </Frame>
    )
  }
  if (hasNone) {
    return (
      <Frame
        Icon={MessagesSquare}
        title="No messages yet"
        action={missing[0] && connect(`Connect ${channelNames[missing[0]]}`)}
      >
        New comments and messages from {connected.map((platform) => channelNames[platform]).join(' and ')} appear here
        within seconds.
      </Frame>
    )
  }
  const showAll = <Button onClick={onShowAll}>Show all conversations</Button>
  if (!isUnfiltered) {
    return (
      <Frame Icon={FilterX} title="No conversations found" action={showAll}>
        Others are hidden by the search or the filters.
      </Frame>
    )
  }
  return (
    <Frame Icon={Inbox} title="All done" action={showAll}>
      New comments and messages appear here within seconds.
    </Frame>
  )
}

/** The pane is the frame. */
const Frame = (props: Parameters<typeof EmptyState>[0]) => (
  <div className="my-auto *:border-0 *:bg-transparent">
    <EmptyState {...props} />
  </div>
)
