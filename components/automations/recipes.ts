import { CalendarRange, FileText, type LucideIcon, Newspaper, Sparkles } from 'lucide-react'
import type { ChannelId } from '@/lib/channel-ids'
import type { AutomationDraft } from './automation-draft'
import type { Sources } from './sources'
import { freeTemplateName } from './template-names'

export type Recipe = {
  id: string
  name: string
  description: string
  Icon: LucideIcon
  /** @param connected the channels that can publish now */
  change: (connected: readonly ChannelId[]) => Partial<AutomationDraft> & Pick<AutomationDraft, 'name'>
}

const without = (channels: readonly ChannelId[], ...left: ChannelId[]): ChannelId[] =>
  channels.filter((channel) => !left.includes(channel))

/** Ready-made automations. Each can be changed before it is saved. */
export const recipes: readonly Recipe[] = [
  {
    id: 'blog-post',
    name: 'Blog post → all channels',
    description: 'Turn each new article of your feed into a post.',
    Icon: FileText,
    change: (connected) => ({
      name: 'Articles to all channels',
      kind: 'connector_item',
      newTemplate: { name: 'New article', caption: '{{item.title}}\n\n{{link}}' },
      channels: without(connected, 'ghost'),
    }),
  },
  {
    id: 'ghost-link',
    name: 'Published on Ghost → link everywhere else',
    description: 'Share a tracked link to each post that you publish on Ghost.',
    Icon: Newspaper,
    change: (connected) => ({
      name: 'Ghost posts to other channels',
      kind: 'story_published',
      watched: ['ghost'],
      newTemplate: { name: 'From the blog', caption: 'New on the blog: {{story.title}}\n\n{{link}}' },
      channels: without(connected, 'ghost'),
    }),
  },
  {
    id: 'moment',
    name: 'Exceptional moment → draft',
    description: 'Prepare a follow-up when a post does unusually well.',
    Icon: Sparkles,
    change: (connected) => ({
      name: 'Follow-ups to moments',
      kind: 'moment',
      minSeverity: 'exceptional',
      newTemplate: { name: 'Follow-up', caption: 'You liked this one:\n\n{{story.caption}}' },
      channels: without(connected, 'ghost', 'pinterest').slice(0, 1),
    }),
  },
  {
    id: 'weekly-digest',
    name: 'Weekly digest',
    description: 'Collect the posts of the week every Friday.',
    Icon: CalendarRange,
    change: (connected) => ({
      name: 'Weekly digest',
      kind: 'schedule',
      newTemplate: { name: 'Weekly digest', caption: 'Our week:\n\n{{recent_posts}}' },
      channels: connected.includes('linkedin') ? ['linkedin'] : without(connected, 'x', 'ghost').slice(0, 1),
    }),
  },
]

const friday = 5

/** The draft of a recipe. Its template gets a name that is not taken. */
export function withRecipe(
  draft: AutomationDraft,
  recipe: Recipe,
  { connected, templates }: Pick<Sources, 'connected' | 'templates'>,
): AutomationDraft {
  const changes = recipe.change(connected)
  const { newTemplate } = changes
  return {
    ...draft,
    ...changes,
    ...(newTemplate ? { newTemplate: { ...newTemplate, name: freeTemplateName(newTemplate.name, templates) } } : {}),
    cadence: { ...draft.cadence, kind: 'weekly', weekdays: [friday], time: '16:00' },
  }
}
