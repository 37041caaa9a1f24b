import { z } from 'zod'
import type { EventDefinition } from '@/lib/events/definition'
import { exampleId, exampleProject } from '@/lib/events/examples'
import { exampleStory } from '@/lib/stories/events'
import { Story } from '@/lib/stories/resource-contract'
import { StoryComment } from './contract'

export const StoryCommented = z.strictObject({
  project_id: z.uuid(),
  story: Story,
  comment: StoryComment.omit({ can_edit: true, can_delete: true }),
})

export const events = {
  'story.commented': {
    when: 'a member or a client comments on a story',
    payload: StoryCommented,
    example: {
      ...exampleProject,
      story: exampleStory,
      comment: {
        id: exampleId(30),
        story_id: exampleStory.id,
        ...exampleProject,
        audience: 'team',
        author: { kind: 'member', user_id: exampleId(31), name: 'Ana Rossi', photo_url: null },
        body: `<@${exampleId(32)}> is the photo final?`,
        mentions: [{ user_id: exampleId(32), name: 'Ben Ito' }],
        edited_at: null,
        resolved: null,
        created_at: '2026-05-01T08:00:00.000Z',
      },
    },
  },
} satisfies Record<string, EventDefinition>
