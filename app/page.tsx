import { CalendarClock, Layers, ShieldCheck } from 'lucide-react'
import Link from 'next/link'
import { redirect } from 'next/navigation'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { FeatureCards } from '@/components/landing/feature-cards'
import { ProductPicture } from '@/components/landing/product-picture'
import { ButtonLink } from '@/components/ui/button'
import { Logo } from '@/components/ui/logo'
import { channelIds } from '@/lib/channel-ids'
import { signUpMode } from '@/lib/sign-up/policy'
import { currentProject, sessionContext } from './(dashboard)/context'
import { NoProject } from './no-project'

/** Redirects signed-in users to their last project; shows the landing page to others. */
export default async function HomePage() {
  if (!(await sessionContext())) return <Welcome />
  const project = await currentProject()
  if (!project) return <NoProject />
  redirect(`/${project.id}/calendar`)
}

const features = [
  {
    Icon: Layers,
    title: 'Write once, customize per channel',
    text: 'Start with one caption and edit it per channel. The preview shows exactly what each channel publishes.',
  },
  {
    Icon: CalendarClock,
    title: 'Published on time',
    text: 'Schedule in your project’s time zone. If a post is late or fails, you see why.',
  },
  {
    Icon: ShieldCheck,
    title: 'No duplicates',
    text: 'After an outage, no post is published twice and no post is lost without a notice.',
  },
]

function Welcome() {
  const isOpen = signUpMode() === 'open'
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-[84rem] flex-col px-5 sm:px-8">
      <header className="flex items-center justify-between gap-3 py-4">
        <span className="flex items-center gap-2.5 text-lg font-semibold tracking-tight">
          <Logo />
          Storycast
        </span>
        <ButtonLink tone="ghost" href="/docs" prefetch={false} className="-mr-3.25">
          API reference
        </ButtonLink>
      </header>
      <main className="flex flex-1 flex-col justify-center gap-14 py-8 lg:gap-16 lg:py-10">
        <div className="grid items-center gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,25rem)_minmax(0,1fr)]">
          <div className="flex flex-col gap-5">
            <h1 className="text-4xl font-semibold tracking-tight text-balance">
              One story, seven channels, no surprises.
            </h1>
            <p className="text-lg text-ink-soft">
              Plan your posts in one calendar, customize them per channel, and publish each of them once.
            </p>
            <div className="flex flex-wrap gap-2">
              {isOpen && (
                <ButtonLink tone="primary" href="/sign-up">
                  Sign up
                </ButtonLink>
              )}
              <ButtonLink tone={isOpen ? 'secondary' : 'primary'} href="/sign-in">
                Sign in
              </ButtonLink>
            </div>
            <ul className="flex flex-wrap gap-4 pt-2 text-ink-soft" aria-label="Channels">
              {channelIds.map((channel) => (
                <li key={channel} title={channelNames[channel]}>
                  <ChannelIcon channel={channel} size={20} isNamed />
                </li>
              ))}
            </ul>
          </div>
          <div className="flex justify-center lg:justify-end">
            <ProductPicture />
          </div>
        </div>
        <ul className="grid gap-x-10 gap-y-6 border-t border-line pt-8 sm:grid-cols-3">
          {features.map(({ Icon, title, text }) => (
            <li key={title} className="flex flex-col gap-1">
              <h2 className="flex items-center gap-2 font-semibold">
                <Icon aria-hidden size={16} className="text-accent" />
                {title}
              </h2>
              <p className="text-ink-soft">{text}</p>
            </li>
          ))}
        </ul>
        <FeatureCards />
      </main>
      <footer className="flex flex-wrap gap-x-6 gap-y-2 border-t border-line py-6 text-sm text-ink-soft">
        <span className="mr-auto">Storycast, for seven networks</span>
        <Link href="/docs" prefetch={false} className="hover:text-ink hover:underline">
          API reference
        </Link>
        <Link href="/sign-in" className="hover:text-ink hover:underline">
          Sign in
        </Link>
      </footer>
    </div>
  )
}
