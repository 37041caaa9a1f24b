import { Cog } from 'lucide-react'
import Link from 'next/link'
import { Avatar } from '@/components/account/avatar'
import { Time } from '@/components/time/zone'
import { TextWithMatches } from '@/components/ui/data/text-with-matches'
import type { ActivityEntry } from '@/lib/activity/contract'
import { headlineOf } from '@/lib/stories/content/headline'

const isoTimes = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

/** One line of the activity: who, what, and the story. */
export function ActivityRow({ entry, projectId }: { entry: ActivityEntry; projectId: string }) {
  const { actor, summary, story, at } = entry
  const name = nameOf(actor)
  return (
    <li className="relative flex items-start gap-3 px-4 py-2.5 hover:bg-hover">
      {actor.kind === 'system' ? (
        <span className="flex size-7 shrink-0 items-center justify-center rounded-full bg-quiet-wash text-quiet">
          <Cog aria-hidden size={15} />
        </span>
      ) : (
        <Avatar name={name} photoUrl={actor.photo_url} className="size-7 text-xs" />
      )}
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium wrap-anywhere">{name}</span>
          {actor.kind === 'token' && <span className="text-xs text-ink-soft">with a token</span>}
          {actor.kind === 'client' && <span className="text-xs text-ink-soft">client</span>}
        </p>
        <p className="wrap-anywhere">
          <TextWithMatches text={summary} pattern={isoTimes} render={(time) => <Time at={time} />} />
        </p>
        {story && (
          <p className="truncate text-sm text-ink-soft">
            <Link href={`/${projectId}/stories/${story.id}`} className="after:absolute after:inset-0 hover:underline">
              {headlineOf(story)}
            </Link>
          </p>
        )}
      </div>
      <Time at={at} style="time" className="shrink-0 pt-0.5 text-sm text-ink-soft" />
    </li>
  )
}

function nameOf({ kind, name }: ActivityEntry['actor']): string {
  if (name) return name
  return kind === 'system' ? 'Storycast' : 'Former member'
}
