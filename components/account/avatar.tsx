'use client'

import { useState } from 'react'
import { classes } from '@/components/ui/classes'

/** A photo, or the initials. Decorative, because the name is next to it. */
export function Avatar({ name, photoUrl, className }: { name: string; photoUrl: string | null; className: string }) {
  const [failed, setFailed] = useState<string | null>(null)
  const isShown = photoUrl !== null && photoUrl !== failed
  return (
    <span
      aria-hidden
      className={classes(
        'flex shrink-0 items-center justify-center overflow-hidden rounded-full bg-accent-wash font-semibold text-accent',
        className,
      )}
    >
      {isShown ? (
        // biome-ignore lint/performance/noImgElement: already a thumbnail of 256 pixels.
        <img
          src={photoUrl}
          alt=""
          decoding="async"
          onError={() => setFailed(photoUrl)}
          className="size-full object-cover"
        />
      ) : (
        initialsOf(name)
      )}
    </span>
  )
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toUpperCase()
}
