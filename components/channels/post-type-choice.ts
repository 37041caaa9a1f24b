import type { SelectOption } from '@/components/ui/choices/select-option'

/** Empty: a post or a carousel, depending on the number of images. */
export type PostTypeChoice = '' | 'reel' | 'story'

export const postTypeOptions: readonly SelectOption<PostTypeChoice>[] = [
  { value: '', label: 'Post or carousel' },
  { value: 'reel', label: 'Reel' },
  { value: 'story', label: 'Story (24 h)' },
]

export const postTypeChoice = (type: string | null | undefined): PostTypeChoice =>
  type === 'reel' || type === 'story' ? type : ''
