import { type CropPreset, cropPresets } from '@/components/media/editor/crop-presets'
import type { ChannelId } from '@/lib/channel-ids'
import { isSameRatio } from '@/lib/channels/media/check-post'
import { ratioText } from '@/lib/channels/media/media-text'
import type { PreviewChannel } from '@/lib/stories/preview-contract'

export type Post = {
  post_type: PreviewChannel['post_type']
  media: readonly Pick<PreviewChannel['media'][number], 'width' | 'height'>[]
}

const ratioOf = (file: Post['media'][number] | undefined): number | null =>
  file?.width && file.height ? file.width / file.height : null

/**
 * The ratio that fixes a file of a post with the smallest crop. In a carousel, the ratio of the first file, if the network
 * accepts that one.
 */
export function fixPreset(channel: ChannelId, post: Post, index: number, isFirstFine: boolean): CropPreset | undefined {
  const first = ratioOf(post.media[0])
  if (post.post_type === 'carousel' && index > 0 && first !== null && isFirstFine) {
    return { id: 'first', channel, name: 'Same as the first', ratioText: ratioText(first), ratio: first }
  }
  const isVertical = post.post_type === 'story' || post.post_type === 'reel'
  const own = cropPresets.filter(
    (preset) => preset.channel === channel && preset.name.startsWith('Story') === isVertical,
  )
  const ratio = ratioOf(post.media[index])
  if (ratio === null) return own[0]
  const lossOf = (preset: CropPreset): number => Math.abs(Math.log((preset.ratio ?? ratio) / ratio))
  return own.toSorted((one, other) => lossOf(one) - lossOf(other))[0]
}

export type FileToCrop = { index: number; size: { width: number; height: number }; ratio: number }

/** The files of a carousel whose ratio differs from the one that all of them need. Unknown sizes are left out. */
export function filesToCrop(channel: ChannelId, post: Post, isFirstFine: boolean): FileToCrop[] {
  const first = ratioOf(post.media[0])
  const ratio = isFirstFine ? first : fixPreset(channel, post, 0, isFirstFine)?.ratio
  if (post.post_type !== 'carousel' || !ratio) return []
  return post.media.flatMap(({ width, height }, index) =>
    width && height && !isSameRatio(width / height, ratio) ? [{ index, size: { width, height }, ratio }] : [],
  )
}
