import { CalendarClock, Layers, ShieldCheck } from 'lucide-react'
import { redirect } from 'next/navigation'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { Logo } from '@/components/chrome/logo'
import { ButtonLink } from '@/components/ui/button'
import { channelIds } from '@/lib/channels/ids'
import { signUpMode } from '@/lib/sign-up/policy'
import { currentProject, sessionContext } from './(dashboard)/context'
import { NoProject } from './no-project'

/** Whoever is signed in goes on where they were; everybody else is welcomed. */
export default async function HomePage() {
  if (!(await sessionContext())) return <Welcome />
  const project = await currentProject()
  if (!project) return <NoProject />
  redirect(`/${project.id}/calendar`)
}

const promises = [
  {
    Icon: Layers,
    title: 'Write once, fit everywhere',
    text: 'One caption, with its own words for a channel wherever it needs them. The preview shows what each channel gets, to the letter.',
  },
  {
    Icon: CalendarClock,
    title: 'Out on time',
    text: 'Schedule in the time zone of your readers. When something is late or cannot go out, you see it and why.',
  },
  {
    Icon: ShieldCheck,
    title: 'Never twice',
    text: 'Whatever breaks in between, a post is never sent a second time, and none is lost without a word.',
  },
]

function Welcome() {
  const isOpen = signUpMode() === 'open'
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-4xl flex-col justify-center gap-10 px-4 py-12">
      <div className="flex flex-col gap-5">
        <div className="flex items-center gap-3 text-xl font-semibold tracking-tight">
          <Logo size={34} />
          Storycast
        </div>
        <h1 className="max-w-2xl text-3xl font-semibold tracking-tight sm:text-5xl">
          One story, seven channels, no surprises.
        </h1>
        <ul className="flex flex-wrap gap-4 text-ink-soft" aria-label="Channels">
          {channelIds.map((channel) => (
            <li key={channel}>
              <ChannelIcon channel={channel} size={22} isNamed />
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-3 pt-2">
          {isOpen && (
            <ButtonLink tone="primary" href="/sign-up">
              Sign up
            </ButtonLink>
          )}
          <ButtonLink tone={isOpen ? 'secondary' : 'primary'} href="/sign-in">
            Sign in
          </ButtonLink>
        </div>
      </div>
      <ul className="grid gap-4 sm:grid-cols-3">
        {promises.map(({ Icon, title, text }) => (
          <li key={title} className="panel flex flex-col gap-2 p-5">
            <Icon aria-hidden size={22} className="text-accent" />
            <h2 className="font-semibold">{title}</h2>
            <p className="text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>
    </main>
  )
}
