'use client'

import { channelNames } from '@/components/channels/channel-names'
import { SelectField, TextField } from '@/components/ui/field'
import type { ChannelId } from '@/lib/channels/ids'
import type { DraftOverride } from './draft'
import { type FieldName, fieldId } from './fields'
import { More } from './more'

const typeWords = {
  single: 'Post with one picture or film',
  carousel: 'Carousel',
  reel: 'Reel',
  story: 'Story, gone after a day',
} as const
type PostType = keyof typeof typeWords

/** Networks that can show the types; a type that is set already is offered wherever it stands. */
const withStories: readonly ChannelId[] = ['instagram', 'facebook']
const withReels: readonly ChannelId[] = ['instagram', 'facebook', 'x', 'linkedin', 'pinterest', 'threads']

const typesOf = (channel: ChannelId, chosen: PostType | undefined): PostType[] =>
  (Object.keys(typeWords) as PostType[]).filter(
    (type) =>
      type === chosen ||
      ((type !== 'story' || withStories.includes(channel)) && (type !== 'reel' || withReels.includes(channel))),
  )

type Props = { channel: ChannelId; own: DraftOverride; onChange: (patch: Partial<DraftOverride>) => void }

/** What a channel seldom has of its own. */
export function OverrideMore({ channel, own, onChange }: Props) {
  const name = channelNames[channel]
  const id = (field: FieldName): string => fieldId({ channel, field })
  const count = [own.post_type, own.alt_text].filter((value) => value !== undefined).length
  return (
    <More about="Post type, alt text" count={count}>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          id={id('type')}
          label={`Post type for ${name}`}
          value={own.post_type ?? ''}
          onChange={(event) => onChange({ post_type: (event.target.value || undefined) as PostType | undefined })}
        >
          <option value="">As for all channels</option>
          {typesOf(channel, own.post_type).map((type) => (
            <option key={type} value={type}>
              {typeWords[type]}
            </option>
          ))}
        </SelectField>
        <TextField
          id={id('alt')}
          label={`Alt text for ${name}`}
          isOptional
          maxLength={5_000}
          hint="Stands in for the picture’s own when the post shows one alone."
          value={own.alt_text ?? ''}
          onChange={(event) => onChange({ alt_text: event.target.value || undefined })}
        />
      </div>
    </More>
  )
}
