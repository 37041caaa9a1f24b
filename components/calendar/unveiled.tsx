import { type ReactNode, useEffect, useRef, useState } from 'react'
import { classes } from '@/components/ui/classes'

/** Whatever keeps it from coming to rest: after so many frames it is shown as it is. */
const framesMax = 30

/**
 * Shows the placeholder until what takes its place is there and has stood still for a frame: the library draws its rows
 * first and measures afterwards, and people would see the calendar jump.
 */
export function Unveiled({ placeholder, children }: { placeholder: ReactNode; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [isShown, setIsShown] = useState(false)
  const isThere = Boolean(children)
  useEffect(() => {
    if (!isThere || isShown) return
    let frames = 0
    let heightBefore = 0
    let frame = requestAnimationFrame(function look() {
      const height = box.current?.offsetHeight ?? 0
      frames += 1
      if ((height > 0 && height === heightBefore && frames > 2) || frames === framesMax) return setIsShown(true)
      heightBefore = height
      frame = requestAnimationFrame(look)
    })
    return () => cancelAnimationFrame(frame)
  }, [isThere, isShown])
  return (
    <div className="relative">
      {!isShown && placeholder}
      {isThere && (
        <div ref={box} className={classes(!isShown && 'invisible absolute inset-x-0 top-0')}>
          {children}
        </div>
      )}
    </div>
  )
}
