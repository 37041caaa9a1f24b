'use client'

import { CircleAlert, TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import type { ChannelId } from '@/lib/channel-ids'
import type { MediaFix } from '@/lib/channels/channel'

/** @param Target identifies the field; null if no field can fix the problem */
export type Problem<Target> = {
  key: string
  message: string
  target: Target | null
  channel: ChannelId | null
  /** Prevents scheduling and publishing. */
  isBlocking: boolean
  /** Prevents saving, even as a draft. */
  isUnsavable?: boolean
  /** The field shows it itself, so it is not listed there again. */
  isAtField?: boolean
  /** How to fix a file. */
  fix?: MediaFix | undefined
  /** An image or a video is missing. */
  needsMedia?: boolean
  /** The screen where it can be fixed. */
  fixScreen?: 'connections'
}

const styles = {
  bad: { Icon: CircleAlert, look: 'bg-bad-wash text-bad' },
  warn: { Icon: TriangleAlert, look: 'bg-warn-wash text-warn' },
}

type Props<Target> = {
  problems: readonly Problem<Target>[]
  projectId: string
  onGo: (target: Target) => void
  /** Id of the list of blocking problems, to focus it. */
  id?: string
}

/** Blocking problems and warnings of a story. Each line links to its field. */
export function ProblemLists<Target>({ problems, id, ...rest }: Props<Target>) {
  const blocking = problems.filter(({ isBlocking }) => isBlocking)
  const warnings = problems.filter(({ isBlocking }) => !isBlocking)
  return (
    <>
      <ProblemList id={id} title="Fix before publishing" tone="bad" problems={blocking} {...rest} />
      <ProblemList title="Heads-up" tone="warn" problems={warnings} {...rest} />
    </>
  )
}

type ListProps<Target> = Omit<Props<Target>, 'id'> & {
  id?: string | undefined
  title: string
  tone: keyof typeof styles
}

function ProblemList<Target>({ id, problems, title, tone, projectId, onGo }: ListProps<Target>) {
  if (problems.length === 0) return null
  const { Icon, look } = styles[tone]
  return (
    <section id={id} tabIndex={-1} aria-label={title} className={`scroll-mt-4 rounded-xl px-4 py-3 ${look}`}>
      <h2 className="flex items-center gap-2 font-semibold">
        <Icon aria-hidden size={16} className="shrink-0" />
        {title}
      </h2>
      <ul className="mt-1 flex flex-col">
        {problems.map((problem) => (
          <li key={problem.key} className="text-ink">
            <ProblemLine problem={problem} projectId={projectId} onGo={onGo} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const lineLook = 'flex min-h-8 w-full items-start gap-2 rounded-lg py-1 text-left wrap-anywhere'

type LineProps<Target> = { problem: Problem<Target>; projectId: string; onGo: (target: Target) => void }

function ProblemLine<Target>({ problem, projectId, onGo }: LineProps<Target>) {
  const { target, channel, message, isUnsavable, fixScreen } = problem
  const content = (
    <>
      {channel && (
        <span className="mt-1 flex" title={channelNames[channel]}>
          <ChannelIcon channel={channel} size={16} />
        </span>
      )}
      <span>
        <span className={target || fixScreen ? 'underline decoration-line-strong underline-offset-2' : ''}>
          {message}
        </span>
        {isUnsavable && <span className="block text-sm">Changes are not saved until you fix this.</span>}
      </span>
    </>
  )
  if (fixScreen) {
    return (
      <Link href={`/${projectId}/${fixScreen}`} className={lineLook}>
        {content}
      </Link>
    )
  }
  if (!target) return <p className={lineLook}>{content}</p>
  return (
    <button type="button" className={lineLook} onClick={() => onGo(target)}>
      {content}
    </button>
  )
}
