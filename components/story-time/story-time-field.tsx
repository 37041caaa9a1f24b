'use client'

import { ZonedDateTimeField } from '@/components/time/zoned-date-time-field'
import { InlineLoading, lazyComponent } from '@/components/ui/lazy/lazy-component'
import type { ChannelId } from '@/lib/channel-ids'

const SuggestedTimesList = lazyComponent(
  () => import('./suggested-times-list').then((it) => it.SuggestedTimesList),
  InlineLoading,
)

type Props = Omit<Parameters<typeof ZonedDateTimeField>[0], 'panelTop'> & {
  projectId: string
  channels: readonly ChannelId[]
}

/** The publishing time of a story. Its calendar also offers the next free slot and the best time. */
export const StoryTimeField = ({ projectId, channels, ...field }: Props) => (
  <ZonedDateTimeField
    {...field}
    panelTop={(pick) => (
      <SuggestedTimesList projectId={projectId} channels={channels} value={field.value} onPick={pick} />
    )}
  />
)
