'use client'

import { Pause, Play } from 'lucide-react'
import type { Upload } from '@/components/media/uploads/use-uploads'
import { Button } from '@/components/ui/button'
import { sizeText } from '@/lib/media-files/size-text'

type Props = { upload: Upload; onPause: () => void; onResume: () => void; onCancel: () => void }

/** A large video on its way, which takes minutes. Its progress bar is in its tile. */
export function RunningUpload({ upload, onPause, onResume, onCancel }: Props) {
  const { name, state, sent, bytes, note } = upload
  const isPaused = state === 'paused'
  const progress = sent === bytes ? 'processing' : `${sizeText(sent)} of ${sizeText(bytes)}`
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <p className="min-w-0 flex-1 basis-56 text-ink-soft tabular-nums wrap-anywhere">
        <span className="font-medium text-ink">{name}</span> {note ?? (isPaused ? `paused at ${progress}` : progress)}
      </p>
      {isPaused ? (
        <Button isSmall icon={<Play aria-hidden size={15} />} onClick={onResume}>
          Resume<span className="sr-only"> {name}</span>
        </Button>
      ) : (
        sent < bytes && (
          <Button isSmall icon={<Pause aria-hidden size={15} />} onClick={onPause}>
            Pause<span className="sr-only"> {name}</span>
          </Button>
        )
      )}
      <Button isSmall onClick={onCancel}>
        Cancel<span className="sr-only"> {name}</span>
      </Button>
    </div>
  )
}
