import { channels } from '@/lib/channels/registry'
import { headlineOf } from '@/lib/stories/content/headline'
import type { PostType } from '@/lib/story-content'
import { formatNumber, formatPercent } from '@/lib/text/number-text'
import type {
  Finding,
  MilestoneSnapshot,
  PostSnapshot,
  RecordSnapshot,
  SlumpSnapshot,
  StreakSnapshot,
} from './detectors/finding'

type Titled = { title: string | null; caption: string }
type Text = { headline: string; reasoning: string }

/** Headline and reasoning, from the numbers alone. */
export function textOf(finding: Finding, story: Titled | undefined): Text {
  const title = story ? `“${short(headlineOf(story))}”` : 'A post'
  switch (finding.kind) {
    case 'engagement_spike':
      return spike(title, finding.snapshot)
    case 'reach_record':
      return record(title, finding.snapshot)
    case 'save_surge':
      return surge(`${title} was saved`, 'saves', finding.snapshot)
    case 'click_surge':
      return surge(`${title} was clicked`, 'clicks', finding.snapshot)
    case 'milestone':
      return milestone(title, finding.snapshot)
    case 'slump':
      return slump(finding.snapshot)
    case 'streak':
      return streak(finding.snapshot)
  }
}

const titleMax = 60

function short(title: string): string {
  const letters = [...title]
  return letters.length > titleMax
    ? `${letters
        .slice(0, titleMax - 1)
        .join('')
        .trimEnd()}…`
    : title
}

function spike(title: string, snapshot: PostSnapshot): Text {
  const headline = `${title} got ${times(snapshot.ratio)} your usual engagement`
  if (snapshot.metric === 'engagement')
    return {
      headline,
      reasoning: `${count(snapshot.value)} interactions ${afterOn(snapshot)}. ${medianBefore(snapshot)} is ${count(snapshot.median)}.`,
    }
  return {
    headline: `${headline} rate`,
    reasoning: `An engagement rate of ${percent(snapshot.value)} ${afterOn(snapshot)}${behind(snapshot, 'interactions')}. ${medianBefore(snapshot)} is ${percent(snapshot.median)}.`,
  }
}

const record = (title: string, snapshot: RecordSnapshot): Text => ({
  headline: `${title} set a reach record`,
  reasoning: `It reached ${count(snapshot.value)} people ${afterOn(snapshot)}, more than each of the ${postsBefore(snapshot, snapshot.earlier_posts)}. The previous record is ${count(snapshot.previous_record)}.`,
})

const surge = (start: string, noun: 'saves' | 'clicks', snapshot: PostSnapshot): Text => ({
  headline: `${start} ${times(snapshot.ratio)} as often as usual`,
  reasoning: `A ${noun === 'saves' ? 'save' : 'click'} rate of ${percent(snapshot.value)} ${afterOn(snapshot)}${behind(snapshot, noun)}. ${medianBefore(snapshot)} is ${percent(snapshot.median)}.`,
})

const totalNames: Record<MilestoneSnapshot['metric'], string> = {
  impressions: 'impressions',
  engagement: 'interactions',
  clicks: 'clicks',
}

const milestone = (title: string, { metric, threshold, total, posts }: MilestoneSnapshot): Text => ({
  headline: `Your posts passed ${count(threshold)} ${totalNames[metric]}`,
  reasoning: `${title} took the total to ${count(total)} ${totalNames[metric]} from ${count(posts)} posts.`,
})

const slump = (snapshot: SlumpSnapshot): Text => ({
  headline: `Engagement on ${network(snapshot)} is down ${share(1 - snapshot.latest_median / snapshot.median)}`,
  reasoning: `The last ${snapshot.latest.length} ${nounOf(snapshot.post_type)} have a median of ${count(snapshot.latest_median)} interactions after ${age(snapshot)}; those before have ${count(snapshot.median)}. Fewer than 1 in 10 random runs of ${snapshot.latest.length} earlier ones are below ${count(snapshot.tenth_percentile)}.`,
})

const streak = (snapshot: StreakSnapshot): Text => ({
  headline: `${snapshot.posts} ${nounOf(snapshot.post_type)} in a row did better than usual on ${network(snapshot)}`,
  reasoning: `Each got more than ${count(snapshot.median)} interactions in ${age(snapshot)}, the median of the ${snapshot.comparable.length} before the streak. By chance, ${snapshot.posts} in a row happen once in ${count(2 ** snapshot.posts)}.`,
})

type Place = { channel: PostSnapshot['channel']; post_type: PostType; hours: number }

const network = ({ channel }: Place): string => channels[channel].name
const age = ({ hours }: Place): string => (hours === 24 ? '24 hours' : `${hours / 24} days`)
const afterOn = (snapshot: Place): string => `in ${age(snapshot)} on ${network(snapshot)}`

const nouns: Record<PostType, string> = { single: 'posts', carousel: 'carousels', reel: 'reels', story: '24 h stories' }
const nounOf = (type: PostType): string => nouns[type]

const postsBefore = ({ post_type }: Place, number: number): string => `${count(number)} ${nounOf(post_type)} before it`
const medianBefore = (snapshot: PostSnapshot): string =>
  `The median of the ${postsBefore(snapshot, snapshot.comparable.length)}`

/** The counts behind a rate. */
const behind = ({ count: part, views }: PostSnapshot, noun: string): string =>
  part === undefined || views === undefined ? '' : ` (${count(part)} ${noun} from ${count(views)} views)`

const count = (value: number): string => formatNumber(Math.round(value))
const times = (ratio: number): string => `${ratio >= 10 ? count(ratio) : formatNumber(ratio)}×`
const share = (value: number): string => formatPercent(value, 0)

/** Two significant digits below 10%. */
const percent = (value: number): string =>
  `${(value * 100).toLocaleString('en', value < 0.1 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 0 })}%`
