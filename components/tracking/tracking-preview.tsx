'use client'

import { useState } from 'react'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { PillarField } from '@/components/pillars/pillar-field'
import { usePillars } from '@/components/pillars/use-pillars'
import { useNow } from '@/components/time/use-now'
import { TextWithMatches } from '@/components/ui/data/text-with-matches'
import { TextField } from '@/components/ui/field'
import { Select, SelectField } from '@/components/ui/select'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { parseUrl } from '@/lib/parse-url'
import type { Project } from '@/lib/projects/contract'
import type { TrackingTemplate } from '@/lib/projects/tracking-template'
import type { PostType } from '@/lib/story-content'
import { previewLink } from '@/lib/tracking/preview'

const kinds: Record<PostType, string> = {
  single: 'Single post',
  carousel: 'Carousel',
  reel: 'Reel',
  story: 'Story (24 h)',
}

/** A sample post: its fields, and its link on a channel. */
export function useTrackingSample(template: TrackingTemplate, project: Project, now: string) {
  const at = useNow(now, 60_000)
  const [destination, setDestination] = useState('https://example.com/spring')
  const [postType, setPostType] = useState<PostType>('single')
  const [contentType, setContentType] = useState('')
  const [templateName, setTemplateName] = useState('')
  const [automationName, setAutomationName] = useState('')
  const pillar = usePillars(project.id).find(({ content_type }) => content_type === contentType) ?? null
  const sample = {
    destination,
    postType,
    pillar,
    templateName: templateName || null,
    automationName: automationName || null,
  }
  const isUrl = /^https?:\/\/./i.test(destination) && parseUrl(destination) !== null
  return {
    ...{ destination, setDestination, postType, setPostType, contentType, setContentType },
    ...{ templateName, setTemplateName, automationName, setAutomationName, isUrl },
    /** Null without a valid destination. */
    linkOn: (channel: ChannelId): string | null => (isUrl ? previewLink(template, project, sample, channel, at) : null),
  }
}

type Sample = ReturnType<typeof useTrackingSample>

/** The link on one channel, above the fields that it depends on. */
export function ExampleLink({ sample }: { sample: Sample }) {
  const [channel, setChannel] = useState<ChannelId>('instagram')
  return (
    <div className="sticky top-2 z-10 flex flex-col gap-2 rounded-lg border border-line bg-sunken p-3 shadow-sm max-md:top-16">
      <div className="flex items-center justify-between gap-3">
        <p className="text-sm font-medium">Example</p>
        <Select
          aria-label="Channel of the example"
          className="max-w-44"
          value={channel}
          onChange={setChannel}
          options={channelIds.map((id) => ({
            value: id,
            label: channelNames[id],
            icon: <ChannelIcon channel={id} size={16} />,
          }))}
        />
      </div>
      <LinkText of={sample.linkOn(channel)} />
    </div>
  )
}

/** The links of the sample post by channel, updated while typing. */
export function TrackingPreview({ projectId, sample }: { projectId: string; sample: Sample }) {
  return (
    <section aria-labelledby="preview" className="panel flex min-w-0 flex-col gap-4 p-5">
      <div>
        <h2 id="preview" className="text-lg font-semibold">
          Link preview
        </h2>
        <p className="text-ink-soft">Try other posts and see the link on every channel. Nothing here is saved.</p>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Link"
          type="url"
          value={sample.destination}
          onChange={(event) => sample.setDestination(event.target.value)}
          error={sample.isUrl ? null : 'Enter a full URL that starts with https://.'}
        />
        <SelectField
          label="Post type"
          value={sample.postType}
          onChange={(value) => sample.setPostType(value as PostType)}
          options={[...Object.entries(kinds).map(([kind, label]) => ({ value: kind, label: label }))]}
        />
        <PillarField projectId={projectId} value={sample.contentType} onChange={sample.setContentType} />
        <TextField
          label="Template name"
          isOptional
          maxLength={200}
          value={sample.templateName}
          onChange={(event) => sample.setTemplateName(event.target.value)}
        />
        <TextField
          label="Recurring post or automation"
          isOptional
          maxLength={120}
          value={sample.automationName}
          onChange={(event) => sample.setAutomationName(event.target.value)}
        />
      </div>
      <dl className="divide-y divide-line border-t border-line">
        {channelIds.map((channel) => (
          <div key={channel} className="flex flex-col gap-1 py-3">
            <dt className="flex items-center gap-2 font-medium">
              <ChannelIcon channel={channel} size={16} />
              {channelNames[channel]}
            </dt>
            <dd>
              <LinkText of={sample.linkOn(channel)} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** A link with its UTM values highlighted. */
const LinkText = ({ of: link }: { of: string | null }) => (
  <p className="font-mono text-sm wrap-anywhere text-ink-soft" suppressHydrationWarning>
    {link === null ? (
      '…'
    ) : (
      <TextWithMatches
        text={link}
        pattern={/(?<=[?&]utm_\w+=)[^&#]+/g}
        render={(value) => <span className="font-medium text-ink">{value}</span>}
      />
    )}
  </p>
)
