'use client'

import { CircleAlert, CircleCheck, CloudOff, LoaderCircle, PencilLine } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { formatTime } from '@/components/time/formats'
import { useZone } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { ApiError } from '@/lib/api/client'
import type { SaveStatus } from '../state/composer-state'

type Props = {
  status: SaveStatus
  /** Null if it was never saved. */
  savedAt: string | null
  /** A time is chosen. It is saved when the story is scheduled. */
  hasUnsavedTime: boolean
  /** Whether this browser can store unsaved changes. */
  canStore: boolean
  onCompare: () => void
  onShowIssues: () => void
}

export function SaveStatusLine({ status, savedAt, hasUnsavedTime, canStore, onCompare, onShowIssues }: Props) {
  const { timeZone, locale } = useZone()
  const where = canStore ? 'Saved on this device only.' : 'Not saved. Keep this page open.'
  switch (status.kind) {
    case 'empty':
      return <Line icon={<PencilLine aria-hidden size={16} />}>Saves automatically as a draft.</Line>
    case 'saving':
      return <Line icon={<LoaderCircle aria-hidden size={16} className="animate-spin" />}>Saving…</Line>
    case 'saved':
      if (status.leftOut.length > 0) {
        const parts = new Intl.ListFormat('en').format(status.leftOut)
        return (
          <Line icon={<CloudOff aria-hidden size={16} className="text-warn" />} isUrgent>
            <span suppressHydrationWarning>
              Saved {savedAt && formatTime(savedAt, 'time', timeZone, locale)}, except {parts}.
            </span>
          </Line>
        )
      }
      return (
        <Line icon={<CircleCheck aria-hidden size={16} className="text-good" />}>
          <span suppressHydrationWarning>Saved {savedAt && formatTime(savedAt, 'time', timeZone, locale)}</span>
          {hasUnsavedTime && '. The time applies once you schedule.'}
        </Line>
      )
    case 'conflict':
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
          {where} Someone else changed this story.
        </Line>
      )
    case 'manual':
      return (
        <Line icon={<PencilLine aria-hidden size={16} />} isUrgent>
          {where} Press Save to update the scheduled story.
        </Line>
      )
    case 'blocked':
      return (
        <Line icon={<CloudOff aria-hidden size={16} className="text-warn" />} isUrgent>
          {where} {status.reason}
        </Line>
      )
    case 'failed':
      return (
        <Line
          icon={<CloudOff aria-hidden size={16} className="text-warn" />}
          isUrgent
          action={
            isRefusal(status.error) && (
              <Button isSmall onClick={onShowIssues}>
                Show issues
              </Button>
            )
          }
        >
          {where} {reasonOf(status)}
        </Line>
      )
  }
}

const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.issues.length > 0

function reasonOf({ error, isTemporary }: Extract<SaveStatus, { kind: 'failed' }>): ReactNode {
  if (!(error instanceof ApiError)) return 'Something went wrong in the browser.'
  if (error.code === 'unauthorized') return <SignedOut />
  if (error.status === 0) return 'The server cannot be reached. Retrying.'
  if (isRefusal(error)) return 'Fix the issues to save your changes.'
  const id = error.requestId ? ` (request ${error.requestId})` : ''
  return `${error.message}${id}${isTemporary ? ' Retrying.' : ''}`
}

const SignedOut = () => (
  <>
    You are signed out.{' '}
    <Link href="/sign-in" target="_blank" className="font-medium underline">
      Sign in in another tab
    </Link>{' '}
    to save it.
  </>
)

type LineProps = { icon: ReactNode; isUrgent?: boolean; action?: ReactNode; children: ReactNode }

/** Screen readers announce only urgent lines, because "Saving" appears too often. */
function Line({ icon, isUrgent = false, action, children }: LineProps) {
  return (
    <div
      role={isUrgent ? 'status' : undefined}
      className={classes(
        'flex min-h-6 min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft',
        // Long messages share the row with the buttons.
        isUrgent && 'flex-1',
      )}
    >
      <div className="flex min-w-0 flex-1 items-start gap-2 sm:basis-56">
        <span className="mt-0.5 shrink-0">{icon}</span>
        <p className="min-w-0 wrap-anywhere">{children}</p>
      </div>
      {action}
    </div>
  )
}
