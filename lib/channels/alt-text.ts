import type { PostMedia, PostType } from './channel'
import type { ChannelId } from './ids'

type Shown = Pick<PostMedia, 'kind'> & { index: number; postType: PostType }

const ofPictures = ({ kind }: Shown): boolean => kind !== 'video'

/** Where each network has a place for an alt text. Free of Node and of HTTP. */
const places: Record<ChannelId, (shown: Shown) => boolean> = {
  instagram: (shown) => ofPictures(shown) && shown.postType !== 'story',
  facebook: ofPictures,
  x: ofPictures,
  linkedin: () => true,
  // A pin has one, whatever it shows.
  pinterest: ({ index }) => index === 0,
  ghost: ofPictures,
  threads: () => true,
}

/** Whether the alt text of this picture or film is posted. */
export const takesAltText = (channel: ChannelId, shown: Shown): boolean => places[channel](shown)
