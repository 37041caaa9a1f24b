import type { Block, ListItem, MailContent } from '@/lib/mail/content'
import { headlineOf } from '@/lib/stories/content/headline'
import { formatNumber, plural } from '@/lib/text/number-text'
import { formatDate } from './text'
import type { ProjectWeek } from './weekly-figures'
import type { SummaryPerson } from './weekly-repository'

/** One section per project. Null if nothing happened in any. */
export function weeklySummary(person: SummaryPerson, weeks: readonly ProjectWeek[]): MailContent | null {
  if (weeks.length === 0) return null
  const lastDay = new Date(person.to.getTime() - 1)
  const days = `${formatDate(person.from, person.zone, person)} – ${formatDate(lastDay, person.zone, person)}`
  const published = weeks.reduce((total, { totals }) => total + totals.posts, 0)
  const failed = weeks.reduce((total, week) => total + week.failed, 0)
  const count = published > 0 ? `${plural(published, 'post')} published` : `${plural(failed, 'post')} failed`
  return {
    subject: `Your week: ${count}`,
    preview: days,
    blocks: [
      { type: 'heading', text: 'Your week on Storycast' },
      { type: 'paragraph', text: `${days}, compared with the week before.` },
      ...weeks.flatMap((week, index) => [...(index > 0 ? [{ type: 'rule' as const }] : []), ...section(week)]),
    ],
  }
}

function section(week: ProjectWeek): Block[] {
  return [
    { type: 'heading', text: week.name },
    { type: 'list', items: figures(week) },
    { type: 'button', label: 'View analytics', path: `/${week.id}/analytics` },
  ]
}

function figures({ id, totals, before, best, failed, scheduled }: ProjectWeek): ListItem[] {
  const measured = (['impressions', 'engagement', 'clicks'] as const).flatMap((metric) => {
    const value = totals[metric]
    return value === null ? [] : [{ text: `${labels[metric]}: ${formatNumber(value)}${change(value, before[metric])}` }]
  })
  return [
    { text: `Posts published: ${formatNumber(totals.posts)}${change(totals.posts, before.posts)}` },
    ...measured,
    ...(best
      ? [
          {
            text: `Best post: ${headlineOf(best)}`,
            detail: `Engagement: ${formatNumber(best.engagement)}`,
            path: `/${id}/stories/${best.id}`,
          },
        ]
      : []),
    ...(failed > 0 ? [{ text: `${plural(failed, 'post')} failed`, path: `/${id}/queue?status=failed` }] : []),
    ...(scheduled > 0 ? [{ text: `${plural(scheduled, 'post')} scheduled this week`, path: `/${id}/calendar` }] : []),
  ]
}

const labels = { impressions: 'Impressions', engagement: 'Engagement', clicks: 'Clicks' } as const

/** Change from the previous week, if there are figures. */
function change(value: number, before: number | null): string {
  if (!before) return ''
  const percent = Math.round(((value - before) / before) * 100)
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : '±'
  return ` (${sign}${formatNumber(Math.abs(percent))}%)`
}
