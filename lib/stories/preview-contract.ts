import { z } from 'zod'
import { contract, idParams } from '@/lib/api/contract'
import { channelIds } from '@/lib/channel-ids'
import { renditionReasons } from '@/lib/channels/media/media-rules'
import { PreviewStory, postTypes } from './create-contract'
import { Warning } from './resource-contract'

/** A file of a post, as sent to the network. */
const shownFileShape = {
  url: z.string().meta({ description: 'Of the file that is sent: the rendition if there is one.' }),
  original_url: z.string().meta({ description: 'As set in the story.' }),
  mime_type: z
    .string()
    .nullable()
    .meta({ description: 'This and the following members are null until the file is inspected.' }),
  file_size: z.int().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  duration_seconds: z.number().nullable(),
  cropped_to: z.number().nullable().meta({
    description: 'Aspect ratio (width / height) that the network crops to. Null: not cropped.',
  }),
  rendition: z
    .strictObject({ reasons: z.array(z.enum(renditionReasons)), is_made: z.boolean() })
    .nullable()
    .meta({ description: 'Why the network gets a converted file. Until it exists, `url` is the original.' }),
}

const PreviewChannel = z.strictObject({
  text: z.string().meta({ description: 'The exact text that is sent.' }),
  caption: z.string(),
  hashtags: z.array(z.string()),
  media: z.array(
    z.strictObject({
      ...shownFileShape,
      kind: z.enum(['image', 'gif', 'video']),
      alt_text: z.string().nullable().meta({ description: 'Null if the network has no such field.' }),
      short_url: z.string().nullable().meta({ description: 'The tracked link of this slide.' }),
    }),
  ),
  cover: z
    .strictObject(shownFileShape)
    .nullable()
    .meta({ description: 'The image shown before a video plays, or for a link.' }),
  post_type: z.enum(postTypes),
  link: z.string().nullable().meta({ description: 'The URL for the network’s link field.' }),
  tracked_link: z
    .strictObject({
      short_url: z.string(),
      destination_url: z.string().meta({ description: 'The current destination, with tracking values.' }),
      is_placeholder: z.boolean().meta({ description: 'For an unsaved story: the real code has the same length.' }),
    })
    .nullable()
    .meta({ description: 'The URL for `{{link}}`, and its destination.' }),
  title: z.string().nullable().meta({ description: 'As sent. Null if the network gets none.' }),
  excerpt: z.string().nullable().meta({ description: 'Ghost only.' }),
  board_name: z.string().nullable().meta({ description: 'Pinterest only. Null if the board is not known.' }),
  first_comment: z
    .strictObject({ text: z.string(), text_count: z.int().meta({ description: 'As counted by the network.' }) })
    .nullable()
    .meta({ description: 'Posted below the post once it is public.' }),
  thread: z.array(z.string()).optional().meta({ description: 'The parts of a thread.' }),
  thread_counts: z.array(z.int()).optional().meta({ description: 'Length of each part, as counted by the network.' }),
  warnings: z.array(Warning),
  limits: z.strictObject({
    text_count: z.int().meta({
      description: 'As counted by the network; for a thread, its longest part. An estimate far above the limit.',
    }),
    text_max: z.int().nullable(),
    text_unit: z.enum(['characters', 'weighted', 'bytes_emoji']),
    fold: z
      .strictObject({ characters: z.int(), lines: z.int() })
      .nullable()
      .meta({ description: 'What a feed shows of the text before “… more”. Null: all of it.' }),
    comment_max: z.int().nullable().meta({
      description: 'Max length of a first comment, in the unit of the text. Null: the network takes none.',
    }),
    hashtags_max: z.int().nullable(),
    mentions_max: z.int().nullable(),
    title_max: z.int().nullable(),
    alt_text_max: z.int().nullable(),
    link_max: z.int().nullable(),
    images_max: z.int(),
    carousel: z.strictObject({ min: z.int(), max: z.int() }).nullable(),
    needs_media: z.boolean(),
  }),
})
export type PreviewChannel = z.output<typeof PreviewChannel>

export const previewChannels = z.partialRecord(z.enum(channelIds), PreviewChannel)

export const previewStory = contract({
  method: 'GET',
  path: '/api/v1/stories/:id/preview',
  tag: 'Stories',
  summary: 'Preview the post of each channel',
  description: 'Uses the publisher’s own function, so it shows exactly what is sent.',
  scope: 'stories:read',
  params: idParams,
  answers: { 200: z.strictObject({ story_id: z.uuid(), channels: previewChannels }) },
  errors: ['not_found'],
})

export const previewUnsaved = contract({
  method: 'POST',
  path: '/api/v1/stories/preview',
  tag: 'Stories',
  summary: 'Preview a story that is not saved',
  description:
    'Accepts the body of a create. Nothing is required and nothing is stored. Problems that would reject a scheduled story are warnings.',
  scope: 'stories:read',
  body: PreviewStory,
  answers: { 200: z.strictObject({ story_id: z.null(), channels: previewChannels }) },
  errors: ['not_found'],
})
