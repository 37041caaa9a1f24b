'use client'

import { useQuery } from '@tanstack/react-query'
import { AtSign } from 'lucide-react'
import { useState } from 'react'
import { ChannelAvatar } from '@/components/channels/channel-avatar'
import { nameChannels } from '@/components/channels/channel-names'
import { photoUrlOf } from '@/components/connections/preview-account'
import { storyKeys } from '@/components/stories/query-keys'
import { call } from '@/lib/api/client'
import type { ChannelId } from '@/lib/channel-ids'
import { listStories } from '@/lib/openapi/operations.generated'
import { useEditor } from '../state/editor-context'
import { type Handle, handlesOf } from './handles'

type Props = { channel: ChannelId | null; onPick: (handle: string) => void }

/** Stories whose mentions are offered. */
const storiesRead = 100

/** Accounts to mention: the connected ones, and the names used in earlier stories. Any other can be typed. */
export function Mentions({ channel, onPick }: Props) {
  const { projectId, connections } = useEditor()
  const [typed, setTyped] = useState('')
  const { data } = useQuery({
    queryKey: storyKeys.list(projectId, { mentions: storiesRead }),
    queryFn: ({ signal }) => call(listStories, { project_id: projectId, limit: storiesRead }, { signal }),
    staleTime: 60_000,
    retry: 1,
  })
  const word = typed.trim().replace(/^@/, '')
  const all = handlesOf(connections, data?.stories ?? [])
  const found = all.filter(
    (one) =>
      (channel === null || one.channels.length === 0 || one.channels.includes(channel)) &&
      `${one.handle} ${one.name ?? ''}`.toLowerCase().includes(word.toLowerCase()),
  )
  const isNew = /^[\w.]+$/.test(word) && !found.some(({ handle }) => handle.toLowerCase() === `@${word.toLowerCase()}`)
  const shown = [...found.slice(0, 30), ...(isNew ? [{ handle: `@${word}`, name: null, channels: [] }] : [])]
  return (
    <div className="flex flex-col gap-2">
      <input
        type="text"
        aria-label="Account to mention"
        placeholder="Name or @handle"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          const first = shown[0]
          if (event.key !== 'Enter' || !first) return
          event.preventDefault()
          onPick(first.handle)
        }}
        className="control"
      />
      {shown.length === 0 && <p className="px-2 py-1 text-sm text-ink-soft">Type a handle to mention it.</p>}
      <ul className="flex max-h-64 flex-col overflow-y-auto">
        {shown.map((one) => (
          <li key={one.handle}>
            <button
              type="button"
              onClick={() => onPick(one.handle)}
              className="flex min-h-10 w-full items-center gap-2.5 rounded-lg px-2 text-left hover:bg-hover focus-visible:bg-hover"
            >
              <HandleIcon projectId={projectId} one={one} />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{one.handle}</span>
                <span className="block truncate text-sm text-ink-soft">{detailOf(one, isNew ? word : null)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p className="px-2 text-sm text-ink-soft">
        Posted as text. The network turns a handle that it knows into a link.
      </p>
    </div>
  )
}

function detailOf({ handle, name, channels }: Handle, typed: string | null): string {
  if (typed && handle === `@${typed}`) return 'Mention this handle'
  return [name, nameChannels(channels)].filter(Boolean).join(' · ') || 'Used before'
}

function HandleIcon({ projectId, one }: { projectId: string; one: Handle }) {
  const { connections } = useEditor()
  const [channel] = one.channels
  const account = one.name ? connections.find((each) => each.channel === channel) : undefined
  if (channel && account) {
    return (
      <ChannelAvatar
        channel={channel}
        name={account.account_name}
        photoUrl={photoUrlOf(projectId, account.picture_url)}
        size="small"
      />
    )
  }
  return (
    <span className="flex size-6 shrink-0 items-center justify-center rounded-full bg-quiet-wash text-quiet">
      <AtSign aria-hidden size={14} />
    </span>
  )
}
