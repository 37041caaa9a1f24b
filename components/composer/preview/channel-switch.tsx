'use client'

import { ChannelAvatar } from '@/components/channels/channel-avatar'
import { channelNames } from '@/components/channels/channel-names'
import { photoUrlOf } from '@/components/connections/preview-account'
import { classes } from '@/components/ui/classes'
import type { ChannelId } from '@/lib/channel-ids'
import { useEditor } from '../state/editor-context'

type Props = { channels: readonly ChannelId[]; shown: ChannelId; onShow: (channel: ChannelId) => void }

/** The accounts of the story, to choose the one in the preview. */
export function ChannelSwitch({ channels, shown, onShow }: Props) {
  const { projectId, preview, connections } = useEditor()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in the header.
    <div
      role="group"
      aria-label="Channel in the preview"
      className="flex flex-wrap gap-0.5 @4xl:ml-auto @4xl:justify-end"
    >
      {channels.map((channel) => {
        const account = connections.find((connection) => connection.channel === channel)
        const { text_count: count = 0, text_max: max = null } = preview[channel]?.limits ?? {}
        const isOver = max !== null && count > max
        const name = `${channelNames[channel]}${isOver ? ', text too long' : ''}`
        return (
          <button
            key={channel}
            type="button"
            aria-pressed={channel === shown}
            aria-label={`Show ${name}`}
            title={name}
            onClick={() => onShow(channel)}
            className={classes(
              'relative rounded-lg p-1.5 transition-opacity hover:bg-hover pointer-coarse:p-2.5',
              channel === shown ? 'bg-accent-wash' : 'opacity-75 hover:opacity-100',
            )}
          >
            <ChannelAvatar
              channel={channel}
              name={account?.account_name ?? null}
              photoUrl={photoUrlOf(projectId, account?.picture_url)}
              size="small"
              isLogo
            />
            {isOver && (
              <span aria-hidden className="absolute top-0.5 right-0.5 size-2 rounded-full bg-bad ring-2 ring-surface" />
            )}
          </button>
        )
      })}
    </div>
  )
}
