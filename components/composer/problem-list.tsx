'use client'

import { CircleAlert, TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import type { Place } from './fields'
import type { Problem } from './problems'

/** Where whoever is told that something has to be mended is led to. */
export const problemListId = 'compose-problems'

export function showProblems(): void {
  const list = document.getElementById(problemListId)
  list?.focus()
  list?.scrollIntoView({ block: 'nearest' })
}

const faces = {
  bad: { Icon: CircleAlert, look: 'bg-bad-wash text-bad' },
  warn: { Icon: TriangleAlert, look: 'bg-warn-wash text-warn' },
}

type Props = {
  id?: string
  title: string
  tone: keyof typeof faces
  problems: Problem[]
  projectId: string
  onGo: (place: Place) => void
}

/** What is to mend or to know, each line leading to its field. */
export function ProblemList({ id, problems, title, tone, projectId, onGo }: Props) {
  if (problems.length === 0) return null
  const { Icon, look } = faces[tone]
  return (
    <section id={id} tabIndex={-1} aria-label={title} className={`scroll-mt-4 rounded-xl px-4 py-3 ${look}`}>
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
  const { place, channel, message, isUnsavable, leadsTo } = problem
  const words = (
    <>
      {channel && (
        <span className="mt-1 flex" title={channelNames[channel]}>
          <ChannelIcon channel={channel} size={16} />
        </span>
      )}
      <span>
        <span className={place || leadsTo ? 'underline decoration-line-strong underline-offset-2' : ''}>{message}</span>
        {isUnsavable && <span className="block text-sm">Nothing new is saved until then.</span>}
      </span>
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
