'use client'

import { CircleAlert, CircleCheck, CloudOff, LoaderCircle, PencilLine } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { formatTime } from '@/components/time/formats'
import { useZone } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { ApiError } from '@/lib/api/client'
import type { SaveState } from './use-autosave'

type Props = {
  state: SaveState
  /** When the server last took the words; null for never. */
  savedAt: string | null
  /** A time is chosen that the server hears of only when the story is scheduled. */
  hasUnsaidTime: boolean
  /** Whether the browser keeps what the server has not. */
  isKept: boolean
  onCompare: () => void
  /** Leads to the list of what has to be mended. */
  onShowProblems: () => void
}

/** Says how the words stand with the server, always in the same place. */
export function SaveLine({ state, savedAt, hasUnsaidTime, isKept, onCompare, onShowProblems }: Props) {
  const { timeZone, locale } = useZone()
  const where = isKept ? 'Kept in this browser alone.' : 'This browser keeps nothing either: leave the page open.'
  if (state.kind === 'untouched') {
    return <Line icon={<PencilLine aria-hidden size={16} />}>Saved as a draft while you write.</Line>
  }
  if (state.kind === 'saving') {
    return <Line icon={<LoaderCircle aria-hidden size={16} className="animate-spin" />}>Saving…</Line>
  }
  if (state.kind === 'saved') {
    const time = savedAt && formatTime(savedAt, 'time', timeZone, locale)
    return (
      <Line icon={<CircleCheck aria-hidden size={16} className="text-good" />}>
        <span suppressHydrationWarning>Saved {time}</span>
        {hasUnsaidTime && '. The time counts once you schedule.'}
      </Line>
    )
  }
  if (state.kind === 'conflict') {
    return (
      <Line
        icon={<CircleAlert aria-hidden size={16} className="text-bad" />}
        isUrgent
        action={
          <Button isSmall onClick={onCompare}>
            Compare
          </Button>
        }
      >
        Not saved: somebody else changed this story. {where}
      </Line>
    )
  }
  if (state.kind === 'by_hand') {
    return (
      <Line icon={<PencilLine aria-hidden size={16} />} isUrgent>
        Not saved: this story is scheduled, so it changes only when you press Save. {where}
      </Line>
    )
  }
  const mend = (
    <Button isSmall onClick={onShowProblems}>
      Show what to mend
    </Button>
  )
  return (
    <Line
      icon={<CloudOff aria-hidden size={16} className="text-warn" />}
      isUrgent
      action={state.kind === 'failed' && isRefusal(state) && mend}
    >
      Not saved: {state.kind === 'held' ? state.why : whyOf(state)} {where}
    </Line>
  )
}

const isRefusal = ({ error }: Extract<SaveState, { kind: 'failed' }>): boolean =>
  error instanceof ApiError && error.issues.length > 0

function whyOf(state: Extract<SaveState, { kind: 'failed' }>): ReactNode {
  const { error, isPassing } = state
  if (!(error instanceof ApiError)) return 'something unexpected happened in the browser.'
  if (error.code === 'unauthorized') return <SignedOut />
  if (error.status === 0) return 'the server cannot be reached. It is tried again by itself.'
  // What and where is told in the list that the button leads to.
  if (isRefusal(state)) return 'something has to be mended first.'
  const id = error.requestId ? ` (request ${error.requestId})` : ''
  return isPassing ? `${error.message}${id} It is tried again by itself.` : `${error.message}${id}`
}

const SignedOut = () => (
  <>
    you are signed out.{' '}
    <Link href="/sign-in" target="_blank" className="font-medium underline">
      Sign in in another tab
    </Link>
    , and it is saved when you come back.
  </>
)

type LineProps = { icon: ReactNode; isUrgent?: boolean; action?: ReactNode; children: ReactNode }

/** Only what needs somebody is read out: “Saving” after every word would drown the page. */
function Line({ icon, isUrgent = false, action, children }: LineProps) {
  return (
    <div
      role={isUrgent ? 'status' : undefined}
      className={classes(
        'flex min-h-6 min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft',
        // Long words share the line with the ways out, which else would stand below them.
        isUrgent && 'flex-1 basis-80',
      )}
    >
      <div className="flex min-w-0 flex-1 basis-56 items-start gap-2">
        <span className="mt-0.5 shrink-0">{icon}</span>
        <p className="min-w-0 wrap-anywhere">{children}</p>
      </div>
      {action}
    </div>
  )
}
