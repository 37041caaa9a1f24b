'use client'

import { useState } from 'react'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { PillarField } from '@/components/pillars/pillar-field'
import { usePillars } from '@/components/pillars/use-pillars'
import { useNow } from '@/components/time/use-now'
import { TextWithMatches } from '@/components/ui/data/text-with-matches'
import { TextField } from '@/components/ui/field'
import { SelectField } from '@/components/ui/select'
import { channelIds } from '@/lib/channel-ids'
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

/** The links of a sample post by channel, updated while typing. */
export function TrackingPreview({
  template,
  project,
  now,
}: {
  template: TrackingTemplate
  project: Project
  now: string
}) {
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
  return (
    <section aria-labelledby="preview" className="panel flex min-w-0 flex-col gap-4 p-5">
      <div>
        <h2 id="preview" className="text-lg font-semibold">
          Link preview
        </h2>
        <p className="text-ink-soft">A sample post scheduled now. The sample is not saved.</p>
      </div>
      <div className="flex flex-col gap-4">
        <TextField
          label="Link"
          type="url"
          value={destination}
          onChange={(event) => setDestination(event.target.value)}
          error={isUrl ? null : 'Enter a full URL that starts with https://.'}
        />
        <SelectField
          label="Post type"
          value={postType}
          onChange={(value) => setPostType(value as PostType)}
          options={[...Object.entries(kinds).map(([kind, label]) => ({ value: kind, label: label }))]}
        />
        <PillarField projectId={project.id} value={contentType} onChange={setContentType} />
        <TextField
          label="Template name"
          isOptional
          maxLength={200}
          value={templateName}
          onChange={(event) => setTemplateName(event.target.value)}
        />
        <TextField
          label="Recurring post or automation"
          isOptional
          maxLength={120}
          value={automationName}
          onChange={(event) => setAutomationName(event.target.value)}
        />
      </div>
      <dl className="divide-y divide-line border-t border-line">
        {channelIds.map((channel) => (
          <div key={channel} className="flex flex-col gap-1 py-3">
            <dt className="flex items-center gap-2 font-medium">
              <ChannelIcon channel={channel} size={16} />
              {channelNames[channel]}
            </dt>
            <dd className="font-mono text-sm wrap-anywhere text-ink-soft" suppressHydrationWarning>
              {isUrl ? <HighlightedLink link={previewLink(template, project, sample, channel, at)} /> : '…'}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Highlights the UTM values. */
const HighlightedLink = ({ link }: { link: string }) => (
  <TextWithMatches
    text={link}
    pattern={/(?<=[?&]utm_\w+=)[^&#]+/g}
    render={(value) => <span className="font-medium text-ink">{value}</span>}
  />
)
