'use client'

import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { Tabs } from '@/components/ui/tabs'
import type { ChannelId } from '@/lib/channels/ids'
import type { SocialConnection } from '@/lib/connections/contract'
import { BaseFields } from './base-fields'
import { type Change, type ChangeOverride, type Draft, isDifferent } from './draft'
import type { MediaProps } from './media-editor'
import { OverrideFields } from './override-fields'
import type { Preview } from './use-preview'
import type { VoiceFinding } from './voice'

type Props = {
  draft: Draft
  preview: Preview
  voice: readonly VoiceFinding[]
  connections: SocialConnection[]
  connected: readonly ChannelId[]
  chosen: 'all' | ChannelId
  onChoose: (tab: 'all' | ChannelId) => void
  isPinOver: boolean
  mediaProps: MediaProps
  onChange: Change
  onOverride: ChangeOverride
}

/** What all channels get, and beside it what single ones have of their own. */
export function Versions({ draft, preview, voice, connections, connected, chosen, onChoose, ...props }: Props) {
  const { isPinOver, mediaProps, onChange, onOverride } = props
  return (
    <Tabs label="Versions" tabs={tabsOf(draft)} chosen={chosen} onChoose={(id) => onChoose(id as 'all' | ChannelId)}>
      {chosen === 'all' ? (
        <BaseFields draft={draft} preview={preview} voice={voice} mediaProps={mediaProps} onChange={onChange} />
      ) : (
        <OverrideFields
          key={chosen}
          channel={chosen}
          draft={draft}
          preview={preview[chosen]}
          voice={voice}
          boards={{
            projectId: mediaProps.projectId,
            isConnected: connected.includes('pinterest'),
            defaultBoard: boardOf(connections),
          }}
          isPinOver={isPinOver}
          mediaProps={mediaProps}
          onChange={onOverride}
          onStoryChange={onChange}
        />
      )}
    </Tabs>
  )
}

const boardOf = (connections: SocialConnection[]): string | null => {
  const metadata = connections.find(({ channel }) => channel === 'pinterest')?.metadata
  return metadata?.default_board_name ?? metadata?.default_board_id ?? null
}

const tabsOf = (draft: Draft) => [
  { id: 'all', label: 'All channels', name: 'All channels' },
  ...draft.channels.map((channel) => {
    const differs = isDifferent(draft, channel)
    return {
      id: channel,
      name: `${channelNames[channel]}${differs ? ', differs' : ''}`,
      label: (
        <>
          <ChannelIcon channel={channel} size={16} />
          {channelNames[channel]}
          {differs && <span aria-hidden className="size-2 rounded-full bg-info" />}
        </>
      ),
    }
  }),
]
