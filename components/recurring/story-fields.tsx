'use client'

import { Images, X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { ChannelBoxes } from '@/components/channels/channel-checks'
import { UrlField } from '@/components/composer/fields/url-field'
import { Thumbnail } from '@/components/media/assets/thumbnail'
import { PillarField } from '@/components/pillars/pillar-field'
import { Button, IconButton } from '@/components/ui/button'
import { withKeys } from '@/components/ui/data/with-keys'
import { Field, GroupField, TextField } from '@/components/ui/field'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import type { ChannelId } from '@/lib/channel-ids'
import type { RecurringDraft } from './recurring-draft'
import { TokenMenu, withToken } from './token-menu'

const MediaPicker = lazyComponent(() => import('@/components/media/picker/media-picker').then((it) => it.MediaPicker))

type Props = {
  projectId: string
  draft: RecurringDraft
  connected: readonly ChannelId[]
  onChange: (patch: Partial<RecurringDraft>) => void
  issueOf: (path: string, label: string) => string | null
  /** Below the text. */
  notes?: ReactNode
}

/** Text, channels and media of the post. */
export function StoryFields(props: Props) {
  const { draft, onChange, issueOf, notes } = props
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <>
      <Channels {...props} />
      <Field
        label="Text"
        error={issueOf('story.caption', 'The text')}
        aside={
          <TokenMenu
            onInsert={(token) => {
              onChange({ caption: withToken(field.current, draft.caption, token) })
              field.current?.focus()
            }}
          />
        }
      >
        {(controlProps) => (
          <textarea
            {...controlProps}
            ref={field}
            value={draft.caption}
            onChange={(event) => onChange({ caption: event.target.value })}
            className="control field-sizing-content max-h-[60vh] min-h-32 resize-y"
          />
        )}
      </Field>
      {notes}
      <TextField
        label="Hashtags"
        isOptional
        placeholder="#spring #newarrivals"
        hint="Separated by spaces. Added below the text."
        value={draft.hashtags}
        onChange={(event) => onChange({ hashtags: event.target.value })}
        error={issueOf('story.hashtags', 'Hashtags')}
      />
      <Media {...props} />
      <UrlField
        id="recurring-link"
        label="Link"
        hint="Clicks are tracked. Write {{link}} where it should appear in the text."
        value={draft.destinationUrl}
        onChange={(destinationUrl) => onChange({ destinationUrl })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Title"
          isOptional
          hint="For Ghost and Pinterest."
          value={draft.title}
          maxLength={500}
          onChange={(event) => onChange({ title: event.target.value })}
          error={issueOf('story.title', 'The title')}
        />
        <PillarField
          projectId={props.projectId}
          value={draft.contentType}
          onChange={(contentType) => onChange({ contentType })}
        />
      </div>
    </>
  )
}

function Channels({ draft, connected, onChange, issueOf }: Props) {
  const error = issueOf('story.channels', 'Channels')
  return (
    <GroupField label="Channels" error={draft.channels.length === 0 ? 'Choose at least one channel.' : error}>
      <div className="flex flex-wrap gap-2">
        <ChannelBoxes value={draft.channels} onChange={(channels) => onChange({ channels })} connected={connected} />
      </div>
    </GroupField>
  )
}

const slidesMax = 10

function Media({ projectId, draft: { slides }, onChange, issueOf }: Props) {
  const [isPicking, setIsPicking] = useState(false)
  const error = issueOf('story.slides', 'Media')
  return (
    <GroupField label="Media" isOptional error={error}>
      <div className="flex flex-col gap-3">
        {slides.length > 0 && (
          <ul className="flex flex-wrap gap-2">
            {withKeys(slides, ({ media_url }) => media_url).map(([key, { media_url, alt_text }], index) => (
              <li key={key} className="relative">
                <Thumbnail url={media_url} alt={alt_text ?? ''} className="size-20" />
                <IconButton
                  label={`Remove file ${index + 1}`}
                  className="absolute -top-2 -right-2 size-6 rounded-full border border-line bg-raised shadow-sm"
                  onClick={() => onChange({ slides: slides.filter((_, other) => other !== index) })}
                >
                  <X aria-hidden size={12} />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        <div>
          <Button
            icon={<Images aria-hidden size={16} />}
            disabled={slides.length >= slidesMax}
            onClick={() => setIsPicking(true)}
          >
            Add media
          </Button>
        </div>
        {isPicking && (
          <MediaPicker
            projectId={projectId}
            isOpen
            max={slidesMax - slides.length}
            onClose={() => setIsPicking(false)}
            onPick={(assets) => {
              setIsPicking(false)
              const added = assets.map(({ file_url, alt_text }) => ({
                media_url: file_url,
                ...(alt_text ? { alt_text } : {}),
              }))
              onChange({ slides: [...slides, ...added] })
            }}
          />
        )}
      </div>
    </GroupField>
  )
}
