import { Check, CornerDownRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { ChannelAvatar } from '@/components/channels/channel-avatar'

/** Three more parts of the product, each with a small picture of it. */
export const FeatureCards = () => (
  <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
    <FeatureCard
      title="See what works"
      text="Results of all channels in one report: best posts, best times and content pillars. Share it as a PDF or a link."
      picture={<Bars />}
    />
    <FeatureCard
      title="Approve before it is published"
      text="Teammates comment and approve. Clients review with a link, without an account."
      picture={<Approval />}
    />
    <FeatureCard
      title="Answer in one inbox"
      text="Comments and messages of Instagram and Facebook, with notes, saved replies and snooze."
      picture={<Replies />}
    />
  </ul>
)

const FeatureCard = ({ title, text, picture }: { title: string; text: string; picture: ReactNode }) => (
  <li className="flex flex-col overflow-hidden rounded-xl border border-line bg-surface">
    <div aria-hidden className="flex h-40 items-center justify-center border-b border-line bg-sunken p-5">
      {picture}
    </div>
    <div className="flex flex-col gap-1 p-4">
      <h2 className="font-semibold">{title}</h2>
      <p className="text-ink-soft">{text}</p>
    </div>
  </li>
)

/** Percent of the height, by day. All differ, because they are also keys. */
const bars = [34, 48, 28, 62, 44, 57, 80, 51, 66, 93]

const Bars = () => (
  <div className="flex w-full max-w-64 flex-col gap-2 rounded-lg border border-line bg-raised p-3 shadow-sm">
    <p className="flex items-baseline gap-2 text-xs text-ink-soft">
      Engagement <span className="text-base font-semibold text-ink tabular-nums">11,683</span>
      <span className="text-good">↑ 13%</span>
    </p>
    <div className="flex h-14 items-end gap-1.5">
      {bars.map((height) => (
        <span key={height} className="flex-1 rounded-sm bg-accent-fill" style={{ height: `${height}%` }} />
      ))}
    </div>
  </div>
)

const Approval = () => (
  <div className="flex w-full max-w-64 flex-col gap-2.5 rounded-lg border border-line bg-raised p-3 text-xs shadow-sm">
    <p className="font-medium">Gift boxes are back: three coffees and a card.</p>
    <p className="flex items-center gap-1.5 text-good">
      <Check size={14} /> Approved by Rossi Bakery
    </p>
    <p className="flex items-center gap-1.5 text-good">
      <Check size={14} /> Approved by Ana
    </p>
  </div>
)

const Replies = () => (
  <div className="flex w-full max-w-64 flex-col gap-2 text-xs">
    <p className="flex items-center gap-2">
      <ChannelAvatar channel="instagram" name="Leo" />
      <span className="rounded-xl border border-line bg-raised px-3 py-2 shadow-sm">Is the decaf also available?</span>
    </p>
    <p className="flex items-center justify-end gap-1.5">
      <CornerDownRight size={14} className="text-ink-soft" />
      <span className="rounded-xl bg-accent-fill px-3 py-2 text-on-accent">Yes, from Saturday.</span>
    </p>
  </div>
)
