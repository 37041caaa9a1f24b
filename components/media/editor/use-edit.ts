'use client'

import { useState } from 'react'
import type { Area, Rotation } from './crop-area'
import { isSameArea } from './crop-area'

/** What is changed about an image. It is flipped first, then rotated, then cropped. */
export type Edit = { presetId: string; rotate: Rotation; flip: boolean; area: Area }

type History = { past: Edit[]; saved: Edit; shown: Edit }

const isSame = (one: Edit, other: Edit): boolean =>
  one.presetId === other.presetId &&
  one.rotate === other.rotate &&
  one.flip === other.flip &&
  isSameArea(one.area, other.area)

const commit = ({ past, saved, shown }: History): History =>
  isSame(saved, shown) ? { past, saved: shown, shown } : { past: [...past, saved], saved: shown, shown }

/** An edit with its steps. A drag shows many areas and is one step. */
export function useEdit(start: Edit) {
  const [history, setHistory] = useState<History>({ past: [], saved: start, shown: start })
  return {
    edit: history.shown,
    /** Shows an area during a drag. */
    show: (area: Area): void => setHistory((before) => ({ ...before, shown: { ...before.shown, area } })),
    /** Ends a drag. */
    finish: (): void => setHistory(commit),
    change: (change: Partial<Edit>): void =>
      setHistory((before) => commit({ ...before, shown: { ...before.shown, ...change } })),
    canUndo: history.past.length > 0,
    undo: (): void =>
      setHistory(({ past, saved }) => {
        const last = past.at(-1) ?? saved
        return { past: past.slice(0, -1), saved: last, shown: last }
      }),
    canReset: !isSame(history.shown, start),
    reset: (): void => setHistory((before) => commit({ ...before, shown: start })),
  }
}
