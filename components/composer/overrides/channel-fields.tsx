'use client'

import { channelNames } from '@/components/channels/channel-names'
import { isVideoUrl } from '@/components/media/assets/thumbnail'
import { TextField } from '@/components/ui/field'
import type { ChannelId } from '@/lib/channel-ids'
import { FieldIssues, OtherIssues } from '../fields/field-issues'
import { ChannelCaption } from './channel-caption'
import { CoverField } from './cover-field'
import { FirstCommentField } from './first-comment-field'
import { GhostFields } from './ghost-fields'
import { InstagramPinFields } from './instagram-pin-fields'
import { PinterestFields } from './pinterest-fields'
import { PostTypeFields } from './post-type-fields'
import { ResetButton } from './reset-button'
import { ThreadOptions } from './thread-options'
import { useOverride } from './use-override'

type Props = {
  channel: ChannelId
  /** The pin is stored with the story, so "Edit and retry" does not show it. */
  hasPin?: boolean
}

/** Fields that show their own issues. */
const withIssues = ['caption', 'media', 'alt', 'hashtags', 'comment'] as const

/** Overrides of one channel. Each field shows the story's value until it is changed. */
export function ChannelFields({ channel, hasPin = true }: Props) {
  const { draft, own, idOf, edit, reset } = useOverride(channel)
  const name = channelNames[channel]
  const hasVideo = (own.slides ?? draft.slides).some(({ media_url }) => isVideoUrl(media_url))
  return (
    <div className="flex flex-col gap-4">
      <ChannelCaption channel={channel} />
      {(channel === 'x' || channel === 'threads') && <ThreadOptions channel={channel} />}
      <TextField
        id={idOf('hashtags')}
        label={`Hashtags for ${name}`}
        isOptional
        value={own.hashtags ?? draft.hashtags}
        onChange={({ target: { value } }) => edit({ hashtags: value === draft.hashtags ? undefined : value })}
        aside={
          <ResetButton
            isShown={own.hashtags !== undefined}
            what="hashtags"
            onReset={() => reset('the hashtags', ['hashtags'])}
          />
        }
      />
      <FieldIssues channel={channel} fields={['hashtags']} />
      {channel !== 'pinterest' && channel !== 'ghost' && <FirstCommentField key={channel} channel={channel} />}
      <FieldIssues channel={channel} fields={['comment']} />
      {channel === 'pinterest' && <PinterestFields />}
      {channel === 'ghost' && <GhostFields />}
      {channel === 'instagram' && (hasVideo || own.cover_image_url !== undefined) && (
        <CoverField channel="instagram" hint="Shown before the reel plays." />
      )}
      {channel === 'instagram' && hasPin && <InstagramPinFields />}
      <PostTypeFields channel={channel} />
      <OtherIssues channel={channel} shown={withIssues} />
    </div>
  )
}
