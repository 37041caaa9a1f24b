'use client'

import { useQuery } from '@tanstack/react-query'
import { Count } from '@/components/analytics/metrics'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { ErrorNote } from '@/components/errors/error-note'
import { storyKeys } from '@/components/stories/query-keys'
import { CopyButton } from '@/components/ui/copy-button'
import { ScrollRegion } from '@/components/ui/scroll-region'
import { call } from '@/lib/api/client'
import { getSlideInsights, getStoryAttribution } from '@/lib/openapi/operations.generated'
import type { ChannelAttribution, SlideInsights } from '@/lib/slide-insights/contract'
import type { StoryDetail } from '@/lib/stories/contract'

const pollMs = 30_000

type Props = { story: StoryDetail; hasLinks: boolean; hasSlides: boolean }

export const StoryLinkLists = ({ story, hasLinks, hasSlides }: Props) => (
  <>
    {hasLinks && <ChannelLinks story={story} />}
    {hasSlides && <Slides story={story} />}
  </>
)

/** The tracked link of each channel with its clicks. */
function ChannelLinks({ story: { id, project_id, updated_at } }: { story: StoryDetail }) {
  const { data, error } = useQuery({
    queryKey: [...storyKeys.one(project_id, id), 'attribution', updated_at],
    queryFn: ({ signal }) => call(getStoryAttribution, { story_id: id }, { signal }),
    refetchInterval: pollMs,
  })
  const linked = data?.channels.filter(({ short_url }) => short_url) ?? []
  if (error) return <ErrorNote isReading error={error} title="Clicks could not be loaded" />
  if (linked.length === 0) return null
  return (
    <section aria-labelledby="links">
      <h2 id="links" className="mb-2 font-semibold">
        Tracked links
      </h2>
      <ul className="panel divide-y divide-line">
        {linked.map((channel) => (
          <ChannelLink key={channel.channel} of={channel} />
        ))}
      </ul>
    </section>
  )
}

function ChannelLink({ of }: { of: ChannelAttribution }) {
  const { channel, short_url: url, destination_url: destination, tracked_clicks: clicks } = of
  return (
    <li className="flex flex-col gap-1 p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="flex items-center gap-2 font-medium">
          <ChannelIcon channel={channel} />
          {channelNames[channel]}
        </span>
        <span className="ml-auto">
          <CopyButton text={url ?? ''} label="Copy link" />
        </span>
      </div>
      <p className="wrap-anywhere">{url}</p>
      {/* Networks count clicks too, with different results. */}
      <p className="text-sm text-ink-soft wrap-anywhere">
        <span className="text-ink tabular-nums">
          <Count value={clicks} /> {clicks === 1 ? 'click' : 'clicks'} tracked by Storycast
        </span>
        {' · '}
        {destination}
      </p>
    </li>
  )
}

const cell = 'px-2 py-2.5 text-right tabular-nums last:pr-4 sm:px-3'
const slideMetrics = [
  ['Clicks', 'clicks'],
  ['Views', 'ig_views'],
  ['Reach', 'ig_reach'],
  ['Saves', 'ig_saved'],
  ['Score', 'performance_score'],
] as const

/** Metrics and links by slide. */
function Slides({ story: { id, project_id, updated_at } }: { story: StoryDetail }) {
  const { data, error } = useQuery({
    queryKey: [...storyKeys.one(project_id, id), 'slides', updated_at],
    queryFn: ({ signal }) => call(getSlideInsights, { id }, { signal }),
    refetchInterval: pollMs,
  })
  if (error) return <ErrorNote isReading error={error} title="Slide metrics could not be loaded" />
  // A table of dashes says nothing.
  if (
    !data?.slides.some((slide) => slideMetrics.some(([, name]) => name !== 'performance_score' && slide[name] !== null))
  )
    return null
  return (
    <section aria-labelledby="slides">
      <h2 id="slides" className="mb-2 font-semibold">
        Slides
      </h2>
      <div className="panel">
        {/* Only the table scrolls sideways, not the page. */}
        <ScrollRegion label="Slide metrics" className="overflow-x-auto">
          <SlideTable insights={data} />
        </ScrollRegion>
        <SlideLinks insights={data} />
        <SlideNotes insights={data} />
      </div>
    </section>
  )
}

function SlideTable({ insights }: { insights: SlideInsights }) {
  return (
    <table className="w-full border-collapse">
      <thead>
        <tr className="border-b border-line text-sm text-ink-soft">
          <th scope="col" className="px-3 py-2.5 text-left font-medium sm:px-4">
            Slide
          </th>
          {slideMetrics.map(([label]) => (
            <th key={label} scope="col" className={`${cell} font-medium`}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {insights.slides.map((slide) => (
          <tr key={slide.slide_index}>
            <th scope="row" className="px-3 py-2.5 text-left font-medium whitespace-nowrap sm:px-4">
              {slide.slide_index + 1}
              {slide.slide_index === insights.best_slide.slide_index && (
                <span className="ml-2 text-sm text-accent">best</span>
              )}
            </th>
            {slideMetrics.map(([label, name]) => (
              <td key={label} className={cell}>
                <Count value={slide[name]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Below the table, because links are wider than all its numbers. */
function SlideLinks({ insights: { slides } }: { insights: SlideInsights }) {
  const linked = slides.filter(({ short_url }) => short_url)
  if (linked.length === 0) return null
  return (
    <ul className="flex flex-col gap-1 border-t border-line p-4 text-sm">
      {linked.map(({ slide_index, short_url }) => (
        <li key={slide_index}>
          <span className="text-ink-soft">Slide {slide_index + 1}: </span>
          <span className="wrap-anywhere">{short_url}</span>
        </li>
      ))}
    </ul>
  )
}

function SlideNotes({ insights: { best_slide, notes } }: { insights: SlideInsights }) {
  return (
    <ul className="flex flex-col gap-1 border-t border-line p-4 text-sm text-ink-soft">
      {best_slide.by && <li className="text-ink">{best_slide.rationale}</li>}
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}
