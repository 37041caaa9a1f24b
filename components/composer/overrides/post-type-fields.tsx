'use client'

import { channelNames } from '@/components/channels/channel-names'
import { TextField } from '@/components/ui/field'
import { SelectField } from '@/components/ui/select'
import type { ChannelId } from '@/lib/channel-ids'
import { MoreSection } from '../fields/more-section'
import { useOverride } from './use-override'

const typeNames = {
  single: 'Single image or video',
  carousel: 'Carousel',
  reel: 'Reel',
  story: 'Story (24 h)',
} as const
type PostType = keyof typeof typeNames

const withStories: readonly ChannelId[] = ['instagram', 'facebook']
const withReels: readonly ChannelId[] = ['instagram', 'facebook', 'x', 'linkedin', 'pinterest', 'threads']

/** The types of the network. The current type is always included. */
const typesOf = (channel: ChannelId, chosen: PostType | undefined): PostType[] =>
  (Object.keys(typeNames) as PostType[]).filter(
    (type) =>
      type === chosen ||
      ((type !== 'story' || withStories.includes(channel)) && (type !== 'reel' || withReels.includes(channel))),
  )

export function PostTypeFields({ channel }: { channel: ChannelId }) {
  const { own, idOf, edit } = useOverride(channel)
  const name = channelNames[channel]
  const count = [own.post_type, own.alt_text].filter((value) => value !== undefined).length
  return (
    <MoreSection about="Post type, alt text" count={count}>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          id={idOf('type')}
          label={`Post type for ${name}`}
          value={own.post_type ?? ''}
          onChange={(value) => edit({ post_type: (value || undefined) as PostType | undefined })}
          options={[
            { value: '', label: 'Same as all channels' },
            ...typesOf(channel, own.post_type).map((type) => ({ value: type, label: typeNames[type] })),
          ]}
        />
        <TextField
          id={idOf('alt')}
          label={`Alt text for ${name}`}
          isOptional
          maxLength={5_000}
          hint="Replaces the image’s alt text if the post has a single image."
          value={own.alt_text ?? ''}
          onChange={(event) => edit({ alt_text: event.target.value || undefined })}
        />
      </div>
    </MoreSection>
  )
}
