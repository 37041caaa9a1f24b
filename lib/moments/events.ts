import { z } from 'zod'
import type { EventDefinition } from '@/lib/events/definition'
import { exampleId, exampleProject } from '@/lib/events/examples'
import { exampleStory } from '@/lib/stories/events'
import { Story } from '@/lib/stories/resource-contract'
import { Moment } from './contract'

export const MomentDetected = z.strictObject({ project_id: z.uuid(), moment: Moment })

export const MomentAutoDrafted = MomentDetected.extend({
  story: Story.meta({ description: 'The draft created from the moment.' }),
})

const moment = {
  id: exampleId(5),
  ...exampleProject,
  story_id: exampleStory.id,
  kind: 'save_surge',
  severity: 'high',
  status: 'new',
  headline: '“Morning bread” was saved 4.2× as often as usual',
  reasoning:
    'A save rate of 2.1% in 24 hours on Instagram (212 saves from 10,095 views). The median of the 3 carousels before it is 0.5%.',
  data_snapshot: {
    channel: 'instagram',
    post_type: 'carousel',
    hours: 24,
    metric: 'save_rate',
    value: 0.021,
    median: 0.005,
    ratio: 4.2,
    z: 7.4,
    count: 212,
    views: 10_095,
    published_at: '2026-05-01T09:00:00.000Z',
    comparable: [
      { published_at: '2026-04-28T09:00:00.000Z', value: 0.0052 },
      { published_at: '2026-04-29T09:00:00.000Z', value: 0.0048 },
      { published_at: '2026-04-30T09:00:00.000Z', value: 0.005 },
    ],
  },
  detected_at: '2026-05-02T09:05:00.000Z',
  draft_story_id: null,
}

export const events = {
  'moment.detected': {
    when: 'a notable change appears in the metrics of a project, once per moment',
    payload: MomentDetected,
    example: { ...exampleProject, moment },
  },
  'moment.auto_drafted': {
    when: 'a follow-up is drafted from a moment of high or exceptional severity, in projects that allow it',
    payload: MomentAutoDrafted,
    example: {
      ...exampleProject,
      moment: { ...moment, status: 'acted_on', draft_story_id: exampleId(7) },
      story: {
        ...exampleStory,
        id: exampleId(7),
        status: 'draft',
        scheduled_at: null,
        caption: 'The bread that everyone saved.',
      },
    },
  },
} satisfies Record<string, EventDefinition>
