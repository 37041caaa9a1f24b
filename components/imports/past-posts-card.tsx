import { useState } from 'react'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { PastPosts } from '@/components/connections/past-posts'
import { useConnections } from '@/components/connections/use-connections'
import { useChangePastPosts, usePastPosts } from '@/components/connections/use-past-posts'
import { useMay } from '@/components/projects/role'
import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { channelIds } from '@/lib/channel-ids'
import type { SocialConnection } from '@/lib/connections/contract'

const ChooseRange = lazyComponent(() =>
  import('@/components/connections/import-past-posts-dialog').then((it) => it.default),
)

/** Posts that were published without Storycast come from the accounts, not from a file. */
export function PastPostsCard({ projectId }: { projectId: string }) {
  const mayConnect = useMay('connections:write')
  const connections = useConnections(projectId).filter((connection) => connection.connected)
  const connected = channelIds.flatMap((id) => connections.filter(({ channel }) => channel === id))
  const pastPostsOf = usePastPosts(projectId)
  if (!mayConnect || connected.length === 0) return null
  return (
    <section aria-labelledby="import-past" className="panel flex flex-col gap-3 p-4">
      <h2 id="import-past" className="font-semibold">
        Import past posts
      </h2>
      <p className="text-sm text-ink-soft">
        Add what you already published to your analytics. It comes from the account, without a file.
      </p>
      <ul className="flex flex-col gap-2">
        {connected.map((connection) => (
          <Account key={connection.id} {...{ projectId, connection }} pastPosts={pastPostsOf(connection.id)} />
        ))}
      </ul>
    </section>
  )
}

type Props = {
  projectId: string
  connection: SocialConnection
  pastPosts: ReturnType<ReturnType<typeof usePastPosts>>
}

function Account({ projectId, connection: { id, channel, account_name, handle }, pastPosts }: Props) {
  const { start } = useChangePastPosts(projectId, id)
  const [isChoosing, setIsChoosing] = useState(false)
  const network = channelNames[channel]
  const choose = (): void => setIsChoosing(true)
  return (
    <li className="flex flex-col gap-1">
      <div className="flex min-h-8 items-center gap-2">
        <ChannelIcon channel={channel} />
        <span className="min-w-0 flex-1 truncate text-sm">{account_name ?? handle ?? network}</span>
        {pastPosts?.last_import?.status !== 'running' && (
          <Button isSmall onClick={choose}>
            Import<span className="sr-only"> past posts from {network}</span>
          </Button>
        )}
      </div>
      {pastPosts && <PastPosts projectId={projectId} account={pastPosts} onRetry={choose} />}
      {isChoosing && <ChooseRange network={network} start={start} onClose={() => setIsChoosing(false)} />}
    </li>
  )
}
