import type { ChannelId } from '@/lib/channel-ids'
import type { Cadence } from '@/lib/recurring/cadence'

/** Pillars of the demo and of sample data. */
export const samplePillars = [
  {
    content_type: 'recipes',
    name: 'Recipes',
    color: '#ea580c',
    allocation_percent: 30,
    benchmark_metric: 'save_rate',
    benchmark_value: 0.025,
    max_gap_days: 7,
  },
  {
    content_type: 'behind-the-scenes',
    name: 'Behind the scenes',
    color: '#2563eb',
    allocation_percent: 25,
    benchmark_metric: 'engagement_rate',
    benchmark_value: 0.1,
    max_gap_days: 10,
  },
  {
    content_type: 'community',
    name: 'Community',
    color: '#16a34a',
    allocation_percent: 25,
    benchmark_metric: 'share_rate',
    benchmark_value: 0.01,
    max_gap_days: 10,
  },
  {
    content_type: 'offers',
    name: 'Offers',
    color: '#7c3aed',
    allocation_percent: 20,
    benchmark_metric: 'click_rate',
    benchmark_value: 0.02,
    max_gap_days: 14,
  },
]

/** Templates of the demo and of sample data. */
export const sampleTemplates = [
  {
    name: 'Recipe of the week',
    content_type: 'recipes',
    caption: 'Recipe of the week: [name].\n\nYou need [ingredients].\n\nThe full recipe: {{link}}',
    hashtags: '#recipe #homebarista',
    channels: ['instagram', 'pinterest', 'threads'],
  },
  {
    name: 'Weekend offer',
    content_type: 'offers',
    caption: 'This weekend only: [offer].\n\nOrder until Sunday evening: {{link}}',
    channels: ['facebook', 'x', 'threads'],
    channel_overrides: { x: { caption: 'This weekend only: {{link}}' } },
  },
  {
    name: 'Question to the community',
    content_type: 'community',
    caption: 'How do you drink yours in the morning?',
    channels: ['threads', 'x', 'linkedin'],
  },
  {
    name: 'Weekly digest',
    caption: 'Our week in coffee:\n\n{{recent_posts}}',
    channels: ['linkedin'],
  },
]

/** Drafts of sample data, for the tray of the calendar and the list of stories.  */
export const sampleDrafts = [
  {
    title: 'Winter menu',
    caption: 'What should be on the winter menu? Three ideas so far.',
    content_type: 'community',
    channels: ['instagram', 'x'],
    picture: 'menu',
  },
  {
    title: 'Slow mornings',
    caption: 'Slow mornings, warm cups.\n\nCome by before nine and the second one is on us.',
    content_type: 'offers',
    channels: ['instagram', 'facebook', 'linkedin'],
    picture: 'blue-cup',
  },
  {
    title: 'How we roast',
    caption: 'How we roast\n\nEvery batch is eight kilos, and every batch is tasted.',
    content_type: 'behind-the-scenes',
    channels: ['linkedin', 'threads'],
    picture: 'beans',
  },
] as const

/** A recurring post of sample data. It is off, so that it makes no posts. */
export const sampleRecurring = {
  name: 'Roast of the week',
  story: {
    caption: 'Roast of the week, {{month_long}} {{day}}: fresh from the drum, on the bar until Sunday.',
    content_type: 'offers',
    channels: ['instagram', 'facebook', 'x'],
  },
  picture: 'bag',
  cadence: { kind: 'weekly', time: '08:30', weekdays: [1] },
  active: false,
} as const

/** An automation of sample data, which is off. It uses the template with its name. */
export const sampleAutomation: { name: string; cadence: Cadence; channels: ChannelId[] } = {
  name: 'Weekly digest',
  cadence: { kind: 'weekly', time: '16:00', weekdays: [5] },
  channels: ['linkedin'],
}
