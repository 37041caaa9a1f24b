import { channelNames } from '@/components/channels/channel-names'
import type { ChannelId } from '@/lib/channel-ids'
import type { PreviewChannel } from '@/lib/stories/preview-contract'
import { isBlockingCode } from '@/lib/stories/warning-codes'
import { formatPercent } from '@/lib/text/number-text'

type Props = { channel: ChannelId; post: PreviewChannel }
type File = Pick<PreviewChannel['media'][number], 'width' | 'height' | 'cropped_to' | 'rendition'>

/** What the preview cannot show: conversions, crops, dropped text and the target of the short link. */
export function PostNotes({ channel, post }: Props) {
  const { media, cover, warnings, text, tracked_link: link } = post
  const isTextDropped = warnings.some(({ code }) => code === 'text_not_posted')
  const isLinkShown =
    link && (post.link === link.short_url || [text, ...(post.thread ?? [])].join().includes(link.short_url))
  return (
    <div className="flex flex-col gap-1 text-xs text-ink-soft empty:hidden">
      {isTextDropped && <p>Published without text.</p>}
      {media.map((file, index) => (
        <FileNotes
          // biome-ignore lint/suspicious/noArrayIndexKey: one note per position.
          key={index}
          channel={channel}
          file={isRefused(warnings, index) ? { ...file, cropped_to: null } : file}
          name={media.length > 1 ? `${file.kind === 'video' ? 'Video' : 'Image'} ${index + 1}` : null}
        />
      ))}
      {cover && <FileNotes channel={channel} file={cover} name="Cover" />}
      {isLinkShown && (
        <>
          <p className="truncate">
            Tracked link to{' '}
            <a
              href={link.destination_url}
              title={link.destination_url}
              target="_blank"
              rel="noreferrer"
              className="underline"
            >
              {link.destination_url}
            </a>
          </p>
          {link.is_placeholder && <p>The short link is final once the story is saved.</p>}
        </>
      )}
    </div>
  )
}

/** The network refuses the file because of its shape, so it does not crop it. */
const isRefused = (warnings: PreviewChannel['warnings'], index: number): boolean =>
  warnings.some(
    ({ code, field, fix }) => fix === 'crop' && isBlockingCode(code) && /\.(\d+)/.exec(field)?.[1] === String(index),
  )

/** @param name of the file, if there are several */
function FileNotes({ channel, file, name }: { channel: ChannelId; file: File; name: string | null }) {
  const { rendition } = file
  const crop = cropOf(file)
  const prefix = name && <span className="tabular-nums">{name}: </span>
  return (
    <>
      {crop && (
        <p className="text-warn">
          {prefix}
          <span>
            {channelNames[channel]} crops about {formatPercent(crop.share, 0)} of the {crop.side}
          </span>
        </p>
      )}
      {rendition && (
        <p>
          {prefix}
          {rendition.is_made ? 'Converted' : 'Will be converted'}:{' '}
          {[...new Set(rendition.reasons.map((reason) => conversions[reason]))].join(', ')}
        </p>
      )}
    </>
  )
}

/** How much the network crops. */
function cropOf({ width, height, cropped_to }: File): { share: number; side: 'width' | 'height' } | null {
  if (!cropped_to || !width || !height) return null
  const ratio = width / height
  return ratio > cropped_to
    ? { share: 1 - cropped_to / ratio, side: 'width' }
    : { share: 1 - ratio / cropped_to, side: 'height' }
}

type Rendition = NonNullable<File['rendition']>

/** Why the network would refuse the original file. */
const conversions: Record<Rendition['reasons'][number], string> = {
  type: 'other file type',
  bytes: 'smaller file',
  pixels: 'lower resolution',
  dimensions: 'lower resolution',
  orientation: 'rotated upright',
  location: 'location removed',
  moov_first: 'index moved to the start',
}
