import type { ChannelId } from '@/lib/channel-ids'
import type { PostType } from '@/lib/story-content'
import type { PostMedia } from '../channel'

type Shown = Pick<PostMedia, 'kind'> & { index: number; postType: PostType }

const isImage = ({ kind }: Shown): boolean => kind !== 'video'

/** Which media of each network have alt text. Has no Node or HTTP imports. */
const hasAltText: Record<ChannelId, (shown: Shown) => boolean> = {
  instagram: (shown) => isImage(shown) && shown.postType !== 'story',
  facebook: isImage,
  x: isImage,
  linkedin: () => true,
  // A pin has a single alt text.
  pinterest: ({ index }) => index === 0,
  ghost: isImage,
  threads: () => true,
}

/** Whether the alt text of this image or video is posted. */
export const supportsAltText = (channel: ChannelId, shown: Shown): boolean => hasAltText[channel](shown)
