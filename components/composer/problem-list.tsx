'use client'

import { CircleAlert, TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import type { Place } from './fields'
import type { Problem } from './problems'

/** What is to mend, each line leading to its field. */
export function ProblemList({
  problems,
  title,
  projectId,
  onGo,
}: {
  problems: Problem[]
  title: string
  projectId: string
  onGo: (place: Place) => void
}) {
  if (problems.length === 0) return null
  const isBlocked = problems.some(({ isBlocking }) => isBlocking)
  const Icon = isBlocked ? CircleAlert : TriangleAlert
  return (
    <section
      aria-label={title}
      className={`rounded-xl px-4 py-3 ${isBlocked ? 'bg-bad-wash text-bad' : 'bg-warn-wash text-warn'}`}
    >
      <h2 className="flex items-center gap-2 font-semibold">
        <Icon aria-hidden size={18} className="shrink-0" />
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

function ProblemLine({
  problem,
  projectId,
  onGo,
}: {
  problem: Problem
  projectId: string
  onGo: (place: Place) => void
}) {
  const { place, channel, message, leadsTo } = problem
  const words = (
    <>
      {channel && (
        <span className="mt-1 flex" title={channelNames[channel]}>
          <ChannelIcon channel={channel} size={16} />
        </span>
      )}
      <span className={place || leadsTo ? 'underline decoration-line-strong underline-offset-2' : ''}>{message}</span>
    </>
  )
  if (leadsTo) {
    return (
      <Link href={`/${projectId}/${leadsTo}`} className={lineLook}>
        {words}
      </Link>
    )
  }
  if (!place) return <p className={lineLook}>{words}</p>
  return (
    <button type="button" className={lineLook} onClick={() => onGo(place)}>
      {words}
    </button>
  )
}
