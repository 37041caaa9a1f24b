'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { Button } from '@/components/ui/button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { useToast } from '@/components/ui/toast'
import type { Asset } from '@/lib/media/contract'
import { durationText } from '../assets/asset-text'
import { mediaKeys } from '../assets/media-keys'
import { frameOf } from './capture-frame'
import { sendPoster } from './send-poster'

type Props = { projectId: string; asset: Asset; onClose: () => void }

const stepSeconds = 0.1

/** Chooses the cover of a video: one of its frames, or an image. */
export function PosterDialog({ projectId, asset, onClose }: Props) {
  const id = useId()
  const video = useRef<HTMLVideoElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const [seconds, setSeconds] = useState(0)
  const [isReady, setIsReady] = useState(false)
  const queries = useQueryClient()
  const toast = useToast()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (image: Blob | null) => {
      if (!image && !video.current) throw new Error('The video shows no frame.')
      return sendPoster(asset.id, image ?? (await frameOf(video.current as HTMLVideoElement)))
    },
    onSuccess: (saved) => {
      queries.setQueryData(mediaKeys.one(projectId, asset.id), saved)
      void queries.invalidateQueries({ queryKey: mediaKeys.all(projectId) })
      toast('Cover saved.')
      onClose()
    },
  })
  const duration = asset.duration_seconds ?? 0
  return (
    <Dialog title="Choose a cover" onClose={onClose}>
      <video
        ref={video}
        muted
        playsInline
        preload="auto"
        src={`${asset.file_url}#t=0.001`}
        aria-label={asset.name}
        onLoadedData={() => setIsReady(true)}
        className="max-h-[45dvh] min-h-32 w-full rounded-lg bg-sunken object-contain"
      />
      <label htmlFor={id} className="flex justify-between text-sm font-medium">
        Frame
        <span className="text-ink-soft tabular-nums">{durationText(seconds)}</span>
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={Math.max(stepSeconds, duration - stepSeconds)}
        step={stepSeconds}
        value={seconds}
        disabled={!isReady}
        aria-valuetext={`${seconds.toFixed(1)} seconds`}
        className="h-6 w-full accent-(--accent) pointer-coarse:h-11"
        onChange={(event) => {
          const next = Number(event.target.value)
          setSeconds(next)
          if (video.current) video.current.currentTime = next
        }}
      />
      {!isReady && (
        <p className="text-sm text-ink-soft">
          The frames are loading. If this browser cannot play the video, upload an image.
        </p>
      )}
      {error && <ErrorNote error={error} title="Could not save the cover" />}
      <input
        ref={file}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-label="Cover image"
        className="hidden"
        onChange={({ target }) => {
          const [image] = target.files ?? []
          if (image) mutate(image)
          target.value = ''
        }}
      />
      <DialogButtons>
        <Button onClick={() => file.current?.click()} disabled={isPending}>
          Upload an image
        </Button>
        <Button tone="primary" isBusy={isPending} disabled={!isReady} onClick={() => mutate(null)}>
          Use this frame
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
