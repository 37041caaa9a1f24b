'use client'

import { CircleAlert, TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import type { ChannelId } from '@/lib/channel-ids'
import type { Problem } from '../checks/draft-problems'
import type { FieldName } from '../draft/field-target'
import { useEditor } from '../state/editor-context'

type Props = {
  /** The fields of the story (null) or of a channel. */
  channel: ChannelId | null
  fields: readonly FieldName[]
  /** What fixes a problem, next to it. */
  fixOf?: FixOf
}

type FixOf = (problem: Problem) => ReactNode

/** What is wrong with these fields, below them. The tab of a channel also shows what the channel does not accept. */
export function FieldIssues({ channel, fields, fixOf }: Props) {
  const { problems } = useEditor()
  return <IssueList problems={problems.filter((problem) => isIssueOf(problem, channel, fields))} fixOf={fixOf} />
}

/** Issues of a channel's tab that no field shows. */
export function OtherIssues({ channel, shown }: { channel: ChannelId | null; shown: readonly FieldName[] }) {
  const { problems } = useEditor()
  return (
    <IssueList
      problems={problems.filter(
        ({ target }) => target !== null && target.channel === channel && !shown.includes(target.field),
      )}
    />
  )
}

/** Issues that no field can fix, such as a missing connection. */
export function StoryIssues() {
  const { problems } = useEditor()
  return <IssueList problems={problems.filter(({ target }) => target === null || target.field === 'channels')} />
}

const isIssueOf = ({ target, channel: of }: Problem, channel: ChannelId | null, fields: Props['fields']): boolean =>
  target !== null &&
  fields.includes(target.field) &&
  (target.channel === channel || (channel !== null && target.channel === null && of === channel))

type ListProps = { problems: readonly Problem[]; fixOf?: FixOf | undefined }

function IssueList({ problems: all, fixOf }: ListProps) {
  const { projectId, store } = useEditor()
  const problems = all.filter(({ isAtField }) => !isAtField)
  if (problems.length === 0) return null
  return (
    <ul aria-label="Issues" className="flex flex-col gap-1.5">
      {problems.map((problem) => {
        const { key, message, target, fixScreen } = problem
        const text = (
          <span className="underline decoration-transparent underline-offset-2 group-hover:decoration-current">
            {message}
          </span>
        )
        return (
          <li key={key} className="flex items-start gap-1.5 text-sm">
            <IssueIcon problem={problem} />
            <div className="min-w-0 flex-1 wrap-anywhere text-ink">
              {fixScreen && (
                <Link href={`/${projectId}/${fixScreen}`} className="group rounded text-left">
                  {text}
                </Link>
              )}
              {!fixScreen && target && (
                <button
                  type="button"
                  className="group rounded text-left"
                  onClick={() => store.dispatch({ type: 'fieldRequested', target })}
                >
                  {text}
                </button>
              )}
              {!fixScreen && !target && text}
              {problem.isUnsavable && (
                <span className="block text-ink-soft">Changes are not saved until you fix this.</span>
              )}
              {fixOf?.(problem)}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

function IssueIcon({ problem: { isBlocking, channel } }: { problem: Problem }) {
  const Icon = isBlocking ? CircleAlert : TriangleAlert
  return (
    <span className={`flex shrink-0 items-center gap-1 pt-px ${isBlocking ? 'text-bad' : 'text-warn'}`}>
      <Icon aria-label={isBlocking ? 'Fix before publishing' : 'Heads-up'} size={15} />
      {channel && (
        <span title={channelNames[channel]} className="text-ink">
          <ChannelIcon channel={channel} size={15} />
        </span>
      )}
    </span>
  )
}
