import { z } from 'zod'
import type { EventDefinition } from '@/lib/events/definition'
import { exampleProject } from '@/lib/events/examples'
import { exampleStory } from '@/lib/stories/events'
import { Story } from '@/lib/stories/resource-contract'

export const StoryClientReviewed = z.strictObject({
  project_id: z.uuid(),
  story: Story,
  decision: z.enum(['approved', 'changes_requested']),
  reviewer_name: z.string().meta({ description: 'The name that the client entered.' }),
  note: z.string().nullable(),
})

export const events = {
  'story.client_reviewed': {
    when: 'a client approves a story or asks for changes, with a review link',
    payload: StoryClientReviewed,
    example: {
      ...exampleProject,
      story: {
        ...exampleStory,
        client_review: {
          state: 'changes_requested',
          is_outdated: false,
          reviewer_name: 'Cleo Marsh',
          note: 'Use the photo of the rye bread.',
          decided_at: '2026-05-01T08:30:00.000Z',
        },
      },
      decision: 'changes_requested',
      reviewer_name: 'Cleo Marsh',
      note: 'Use the photo of the rye bread.',
    },
  },
} satisfies Record<string, EventDefinition>
