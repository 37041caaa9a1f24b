import { type ReactNode, useEffect, useRef, useState } from 'react'
import { classes } from '@/components/ui/classes'

/** Show it after this many frames, even if its height changes. */
const framesMax = 30

/**
 * Shows the placeholder until the children keep their height for a frame. FullCalendar renders first and measures
 * afterwards, so the layout would shift.
 */
export function ShowWhenSettled({ placeholder, children }: { placeholder: ReactNode; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [isShown, setIsShown] = useState(false)
  const hasChildren = Boolean(children)
  useEffect(() => {
    if (!hasChildren || isShown) return
    let frames = 0
    let heightBefore = 0
    let frame = requestAnimationFrame(function look() {
      const height = box.current?.offsetHeight ?? 0
      frames += 1
      // FullCalendar renders empty cells first, and their content a few frames later.
      const isFilled = height > 0 && box.current?.querySelector('time')
      if (isFilled && ((height === heightBefore && frames > 2) || frames >= framesMax)) return setIsShown(true)
      heightBefore = height
      frame = requestAnimationFrame(look)
    })
    return () => cancelAnimationFrame(frame)
  }, [hasChildren, isShown])
  return (
    <div className="relative">
      {!isShown && placeholder}
      {hasChildren && (
        <div ref={box} className={classes(!isShown && 'invisible absolute inset-x-0 top-0')}>
          {children}
        </div>
      )}
    </div>
  )
}
