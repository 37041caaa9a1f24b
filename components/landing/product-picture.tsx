import { CircleCheck, LoaderCircle } from 'lucide-react'
import { ChannelAvatar, ChannelStack } from '@/components/channels/channel-avatar'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { classes } from '@/components/ui/classes'
import type { ChannelId } from '@/lib/channel-ids'

type SampleStory = { time: string; title: string; image?: string; channels: ChannelId[]; isPublished?: boolean }

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri']

/** Three weeks of a sample calendar, by day of the month. */
const stories: Record<number, SampleStory> = {
  2: {
    time: '09:00',
    title: 'Slow mornings',
    image: 'dawn',
    channels: ['instagram', 'facebook', 'x'],
    isPublished: true,
  },
  4: {
    time: '12:30',
    title: 'New beans are in',
    image: 'beans',
    channels: ['instagram', 'threads'],
    isPublished: true,
  },
  5: { time: '17:00', title: 'How we roast', channels: ['linkedin', 'ghost'], isPublished: true },
  10: {
    time: '08:30',
    title: 'Latte art class',
    image: 'latte',
    channels: ['instagram', 'facebook', 'linkedin', 'threads'],
  },
  11: { time: '12:30', title: 'Meet the roaster', channels: ['linkedin', 'x'] },
  13: { time: '09:00', title: 'Fresh croissants', image: 'croissant', channels: ['instagram', 'pinterest'] },
  16: {
    time: '12:30',
    title: 'Our second shop',
    image: 'shop',
    channels: ['instagram', 'facebook', 'x', 'linkedin', 'ghost'],
  },
  19: { time: '17:00', title: 'Weekend playlist', image: 'dawn', channels: ['threads', 'x'] },
}
const weeks = [2, 9, 16]
const today = 10

const description =
  'A calendar with three weeks of planned posts, and one post on its way to Instagram, Facebook, LinkedIn and Threads.'

/** A picture of the product: the calendar, and a post that is being published. Drawn with its own components. */
export function ProductPicture() {
  return (
    <div role="img" aria-label={description} className="relative w-full max-w-[47rem] sm:pr-14 sm:pb-14">
      <Calendar />
      <PostOnItsWay />
    </div>
  )
}

const Calendar = () => (
  <div className="overflow-hidden rounded-xl border border-line bg-canvas shadow-lg">
    <div className="flex h-11 items-center gap-2 border-b border-line bg-surface px-3">
      <span className="font-semibold">November</span>
      <span className="ml-auto flex rounded-lg bg-quiet-wash p-0.5 text-xs text-ink-soft">
        <span className="rounded-md bg-surface px-2 py-0.5 font-medium text-ink">Month</span>
        <span className="px-2 py-0.5">Week</span>
      </span>
      <span className="rounded-lg bg-accent-fill px-2.5 py-1 text-xs font-medium text-on-accent">New story</span>
    </div>
    <div className="grid grid-cols-3 gap-px bg-line sm:grid-cols-5">
      {days.map((day, column) => (
        <span key={day} className={classes('bg-canvas px-2 py-1 text-xs text-ink-soft', column > 2 && 'max-sm:hidden')}>
          {day}
        </span>
      ))}
      {weeks.flatMap((monday) =>
        days.map((day, column) => (
          <Day key={`${day} ${monday}`} date={monday + column} isOnPhones={column < 3 && monday < 16} />
        )),
      )}
    </div>
  </div>
)

function Day({ date, isOnPhones }: { date: number; isOnPhones: boolean }) {
  const story = stories[date]
  return (
    <div className={classes('min-h-28 bg-surface p-1.5', !isOnPhones && 'max-sm:hidden')}>
      <span
        className={classes(
          'mb-1 flex size-5 items-center justify-center rounded-full text-xs',
          date === today ? 'bg-accent-fill font-medium text-on-accent' : 'text-ink-soft',
        )}
      >
        {date}
      </span>
      {story && <StoryCard {...story} />}
    </div>
  )
}

const StoryCard = ({ time, title, image, channels, isPublished = false }: SampleStory) => (
  <div className="flex flex-col gap-1.5 rounded-lg border border-line bg-raised p-1.5">
    <div className="flex gap-1.5 sm:gap-2">
      {image && <Picture src={`/landing/${image}-small.webp`} className="size-7 rounded-md sm:size-10" />}
      <div className="flex min-w-0 flex-col gap-0.5">
        <p className="flex items-center gap-1 text-xs text-ink-soft tabular-nums">
          <span className={classes('size-1.5 shrink-0 rounded-full', isPublished ? 'bg-good' : 'bg-info')} />
          {time}
        </p>
        <ChannelStack channels={channels} max={2} />
      </div>
    </div>
    <p className="truncate text-xs font-medium">{title}</p>
  </div>
)

const progress: { channel: ChannelId; isDone: boolean }[] = [
  { channel: 'instagram', isDone: true },
  { channel: 'facebook', isDone: true },
  { channel: 'linkedin', isDone: true },
  { channel: 'threads', isDone: false },
]

const PostOnItsWay = () => (
  <div className="right-0 bottom-0 w-48 overflow-hidden rounded-xl border border-line bg-raised shadow-lg max-sm:relative max-sm:mx-auto max-sm:-mt-2 sm:absolute">
    <div className="flex items-center gap-2.5 p-2.5">
      <ChannelAvatar channel="instagram" name="Northwind Coffee" />
      <div className="min-w-0 text-xs">
        <p className="truncate font-semibold">northwind.coffee</p>
        <p className="text-ink-soft">Today, 08:30</p>
      </div>
    </div>
    <Picture src="/landing/latte.webp" className="aspect-[4/3] w-full" />
    <p className="px-2.5 pt-2 text-xs">
      <span className="font-semibold">northwind.coffee</span> Pour your first rosetta with us on Saturday.
    </p>
    <ul className="flex flex-col gap-1 p-2.5 text-xs">
      {progress.map(({ channel, isDone }) => (
        <li key={channel} className="flex items-center gap-1.5">
          <ChannelIcon channel={channel} size={12} />
          <span className="flex-1">{channelNames[channel]}</span>
          <span className={classes('flex items-center gap-1', isDone ? 'text-good' : 'text-info')}>
            {isDone ? <CircleCheck size={12} /> : <LoaderCircle size={12} />}
            {isDone ? 'Published' : 'Publishing'}
          </span>
        </li>
      ))}
    </ul>
  </div>
)

const Picture = ({ src, className }: { src: string; className: string }) => (
  // biome-ignore lint/performance/noImgElement: a static file of a few kB.
  <img src={src} alt="" className={classes('shrink-0 object-cover', className)} />
)
