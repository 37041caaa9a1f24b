'use client'

import {
  ChevronDown,
  ChevronUp,
  CircleAlert,
  CircleCheck,
  CirclePause,
  Clock,
  LoaderCircle,
  Pause,
  Play,
  RotateCcw,
  X,
} from 'lucide-react'
import { useId, useState } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { sizeText } from '@/lib/media-files/size-text'
import { plural } from '@/lib/text/number-text'
import type { InterruptedUpload, Upload, useUploads } from './use-uploads'

type Uploading = ReturnType<typeof useUploads>

type Props = {
  uploading: Uploading
  onChooseAgain?: () => void
  /** At the bottom right of the page: one line, which opens by itself only for files that need attention. */
  isFloating?: boolean
}

/** Running and finished uploads with their progress. Renders nothing without uploads. */
export function UploadList({ uploading, onChooseAgain, isFloating = false }: Props) {
  const { uploads, interrupted, retry, pause, cancel, clearDone, forget } = uploading
  const [chosen, setChosen] = useState<boolean | null>(null)
  const listId = useId()
  if (uploads.length === 0 && interrupted.length === 0) return null
  const clearAll = (): void => {
    clearDone()
    for (const { id, state } of uploads) if (state === 'failed') cancel(id)
  }
  const isOver = uploads.every(({ state }) => state === 'done' || state === 'failed')
  const listed = isFloating && chosen !== true ? uploads.filter(needsAttention) : uploads
  const isOpen = !isFloating || (chosen ?? listed.length > 0)
  return (
    <section
      aria-label="Uploads"
      data-dock={isFloating ? '' : undefined}
      className={classes(
        'panel flex flex-col',
        isFloating
          ? 'fixed inset-x-3 bottom-17 z-30 max-h-[60dvh] gap-2 bg-raised px-3 py-2 shadow-lg md:inset-x-auto md:right-6 md:bottom-6 md:w-104'
          : 'gap-3 p-4',
      )}
    >
      {uploads.length > 0 && (
        <Total uploads={uploads}>
          {isFloating ? (
            <>
              <IconButton
                label={isOpen ? 'Hide files' : 'Show files'}
                aria-expanded={isOpen}
                aria-controls={isOpen ? listId : undefined}
                onClick={() => setChosen(!isOpen)}
              >
                {isOpen ? <ChevronDown aria-hidden size={16} /> : <ChevronUp aria-hidden size={16} />}
              </IconButton>
              {isOver && (
                <IconButton label="Clear list" onClick={clearAll}>
                  <X aria-hidden size={16} />
                </IconButton>
              )}
            </>
          ) : (
            <>
              {isOver && uploads.some(({ state }) => state === 'done') && (
                <Button isSmall onClick={clearDone}>
                  {uploads.some(({ state }) => state === 'failed') ? 'Hide completed' : 'Done'}
                </Button>
              )}
              {uploads.every(({ state }) => state === 'failed') && (
                <Button isSmall onClick={clearAll}>
                  Clear list
                </Button>
              )}
            </>
          )}
        </Total>
      )}
      {uploads.length > 0 && isOpen && (
        <ul
          id={listId}
          aria-label="Uploads"
          className={classes(
            'flex flex-col gap-2 overflow-y-auto scroll-shadows',
            isFloating ? '-mx-3 min-h-0 border-t border-line px-3 pt-2' : '-mr-2 max-h-80 pr-2',
          )}
        >
          {inOrder(listed).map((upload) => (
            <Row
              key={upload.id}
              upload={upload}
              onRetry={() => retry(upload.id)}
              onPause={() => pause(upload.id)}
              onCancel={() => cancel(upload.id)}
            />
          ))}
        </ul>
      )}
      {interrupted.map((one) => (
        <Interrupted key={one.sessionId} one={one} onChoose={onChooseAgain} onForget={() => forget(one.sessionId)} />
      ))}
    </section>
  )
}

/** It failed, waits for the connection, or can be paused. */
const needsAttention = ({ state, note, canPause }: Upload): boolean =>
  state === 'failed' || state === 'paused' || note !== null || (canPause && state === 'sending')

/** Failed uploads first. */
const inOrder = (uploads: readonly Upload[]): Upload[] =>
  [...uploads].sort((one, other) => Number(other.state === 'failed') - Number(one.state === 'failed'))

function Total({ uploads, children }: { uploads: readonly Upload[]; children: React.ReactNode }) {
  const taken = uploads.filter(({ error }) => error?.canRetry !== false)
  const bytes = taken.reduce((sum, upload) => sum + upload.bytes, 0)
  const sent = taken.reduce((sum, upload) => sum + (upload.state === 'done' ? upload.bytes : upload.sent), 0)
  const done = uploads.filter(({ state }) => state === 'done').length
  const failed = uploads.filter(({ state }) => state === 'failed').length
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
      <p className="font-medium" role="status">
        {totalText(uploads.length, done)}
        {failed > 0 && <span className="text-bad">, {failed} failed</span>}
      </p>
      {done + failed < uploads.length && (
        <div className="flex min-w-40 flex-1 items-center gap-3">
          <progress className="bar" value={sent} max={bytes} aria-label="All files" />
          <span className="shrink-0 text-sm text-ink-soft tabular-nums">
            {sizeText(sent)} of {sizeText(bytes)}
          </span>
        </div>
      )}
      <span className="ml-auto flex gap-1">{children}</span>
    </div>
  )
}

function totalText(all: number, done: number): string {
  return done === all ? `${plural(all, 'file')} uploaded` : `${done} of ${plural(all, 'file')} uploaded`
}

const faces = {
  waiting: { Icon: Clock, look: 'text-ink-soft' },
  sending: { Icon: LoaderCircle, look: 'animate-spin text-ink-soft' },
  paused: { Icon: CirclePause, look: 'text-ink-soft' },
  done: { Icon: CircleCheck, look: 'text-good' },
  failed: { Icon: CircleAlert, look: 'text-bad' },
}

type RowProps = { upload: Upload; onRetry: () => void; onPause: () => void; onCancel: () => void }

function Row({ upload, onRetry, onPause, onCancel }: RowProps) {
  const { name, state, error } = upload
  const { Icon, look } = faces[state]
  const isOver = state === 'done' || state === 'failed'
  return (
    <li className="flex items-start gap-2.5">
      <Icon aria-hidden size={16} className={`mt-2 shrink-0 ${look}`} />
      <div className="min-w-0 flex-1 py-1.5">
        <p className="wrap-anywhere">
          <span className="font-medium">{name}</span> <span className="text-ink-soft">{stateText(upload)}</span>
        </p>
        {error && (
          <p role="alert" className="text-sm text-bad">
            {error.message}
            {error.requestId && (
              <span className="text-ink-soft">
                {' '}
                Request ID <code className="font-mono text-xs">{error.requestId}</code>
              </span>
            )}
          </p>
        )}
        {(state === 'sending' || state === 'paused') && (
          <progress className="bar mt-1" value={upload.sent} max={upload.bytes} aria-label={`Progress of ${name}`} />
        )}
      </div>
      {error?.canRetry && (
        <Button isSmall className="mt-0.5" icon={<RotateCcw aria-hidden size={16} />} onClick={onRetry}>
          Try again
        </Button>
      )}
      {state === 'sending' && upload.canPause && upload.sent < upload.bytes && (
        <IconButton label={`Pause ${name}`} onClick={onPause}>
          <Pause aria-hidden size={16} />
        </IconButton>
      )}
      {state === 'paused' && (
        <IconButton label={`Resume ${name}`} onClick={onRetry}>
          <Play aria-hidden size={16} />
        </IconButton>
      )}
      <IconButton label={isOver ? `Remove ${name} from the list` : `Cancel ${name}`} onClick={onCancel}>
        <X aria-hidden size={16} />
      </IconButton>
    </li>
  )
}

function stateText({ state, note, sent, bytes, isDuplicate, error }: Upload): string {
  if (note) return note
  if (state === 'waiting') return `${sizeText(bytes)}, waiting`
  if (state === 'paused') return `paused at ${sizeText(sent)} of ${sizeText(bytes)}`
  if (state === 'sending') {
    return sent === bytes ? 'processing' : `${sizeText(sent)} of ${sizeText(bytes)}`
  }
  if (state === 'done') return isDuplicate ? 'already in the library' : sizeText(bytes)
  // A refusal says the size if it is the reason.
  return error?.canRetry === false ? '' : sizeText(bytes)
}

type InterruptedProps = { one: InterruptedUpload; onChoose: (() => void) | undefined; onForget: () => void }

/** After a reload the file has to be chosen again. */
function Interrupted({ one, onChoose, onForget }: InterruptedProps) {
  const [isDiscarded, setIsDiscarded] = useState(false)
  if (isDiscarded) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-info-wash px-3 py-2">
      <p className="min-w-0 flex-1 basis-52 wrap-anywhere">
        <span className="font-medium">{one.name}</span> stopped at {sizeText(one.sent)} of {sizeText(one.bytes)}. Choose
        the same file again to resume.
      </p>
      {onChoose && (
        <Button isSmall onClick={onChoose}>
          Choose file
        </Button>
      )}
      <Button
        isSmall
        tone="ghost"
        onClick={() => {
          setIsDiscarded(true)
          onForget()
        }}
      >
        Discard
      </Button>
    </div>
  )
}
