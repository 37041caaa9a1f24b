import type { ImportField, ImportSource } from '@/lib/import-content'

export const fieldLabels: Record<ImportField, string> = {
  text: 'Text',
  date: 'Date, or date and time',
  time: 'Time',
  channels: 'Channels',
  link: 'Link',
  media: 'Media URLs',
  alt_text: 'Alt texts',
  title: 'Title',
  hashtags: 'Hashtags',
  pillar: 'Pillar',
  board: 'Pinterest board',
  post_type: 'Post type',
  draft: 'Draft (yes or no)',
  first_comment: 'First comment',
  on_instagram: 'Instagram (yes or no)',
  on_facebook: 'Facebook (yes or no)',
  on_x: 'X (yes or no)',
  on_linkedin: 'LinkedIn (yes or no)',
  on_pinterest: 'Pinterest (yes or no)',
  on_ghost: 'Ghost (yes or no)',
  on_threads: 'Threads (yes or no)',
  on_other: 'Other network (not imported)',
}

export const sourceLabels: Record<ImportSource, string | null> = {
  storycast: 'Storycast template',
  buffer: 'Buffer',
  hootsuite: 'Hootsuite',
  later: 'Later',
  publer: 'Publer',
  metricool: 'Metricool',
  unknown: null,
}
