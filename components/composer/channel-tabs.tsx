'use client'

import { CircleAlert } from 'lucide-react'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { Tabs } from '@/components/ui/tabs'
import { BaseFields } from './base/base-fields'
import type { Problem } from './checks/draft-problems'
import { type Draft, isCustomized } from './draft/draft'
import { ChannelFields } from './overrides/channel-fields'
import type { Tab } from './state/editor'
import { shownTab } from './state/editor'
import { useDraft, useEditor, useEditorState } from './state/editor-context'

/** Content for all channels, and the overrides of each channel. */
export function ChannelTabs() {
  const { store } = useEditor()
  const { problems } = useEditor()
  const draft = useDraft()
  const tab = useEditorState(shownTab)
  return (
    <Tabs
      label="Channels"
      tabs={tabsOf(draft, tab, problems)}
      chosen={tab}
      isDense={draft.channels.length > namedMax}
      onChoose={(id) => store.dispatch({ type: 'tabChosen', tab: id as Tab })}
    >
      {tab === 'all' ? <BaseFields /> : <ChannelFields key={tab} channel={tab} />}
    </Tabs>
  )
}

/** With more channels, names are shown where there is space. The chosen tab always shows its name. */
const namedMax = 4

function tabsOf(draft: Draft, chosen: Tab, problems: readonly Problem[]) {
  const isNamed = draft.channels.length <= namedMax
  return [
    { id: 'all', label: isNamed ? 'All channels' : 'All', name: 'All channels' },
    ...draft.channels.map((channel) => {
      const hasOverrides = isCustomized(draft, channel)
      return {
        id: channel,
        name: `${channelNames[channel]}${hasOverrides ? ', customized' : ''}`,
        label: (
          <>
            <ChannelIcon channel={channel} size={16} />
            <span className={isNamed || channel === chosen ? '' : 'hidden @min-[42rem]/tabs:inline'}>
              {channelNames[channel]}
            </span>
            {hasOverrides && <span aria-hidden className="size-1.5 rounded-full bg-info" />}
            {problems.some(({ target, isBlocking }) => isBlocking && target?.channel === channel) && (
              <CircleAlert aria-label="has issues" size={14} className="text-bad" />
            )}
          </>
        ),
      }
    }),
  ]
}
