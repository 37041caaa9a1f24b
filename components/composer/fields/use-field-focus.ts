'use client'

import { useEffect } from 'react'
import { fieldId } from '../draft/field-target'
import { useSurface } from '../open/surface'
import type { EditorState } from '../state/editor'

/** Focuses a requested field once it is shown: its tab may have to open first, or the tile of its image. */
export function useFieldFocus({ focus }: Pick<EditorState, 'focus'>): void {
  useEffect(() => {
    if (!focus) return
    const giveUpAt = performance.now() + waitMs
    let frame = 0
    const focusField = (): void => {
      const element = document.getElementById(fieldId(focus.target))
      if (element) reveal(element)
      else if (performance.now() < giveUpAt) frame = requestAnimationFrame(focusField)
      // If the slide was removed, the media field.
      else reveal(document.getElementById(fieldId({ ...focus.target, part: '' })))
    }
    focusField()
    return () => cancelAnimationFrame(frame)
  }, [focus])
}

/** Starts with the cursor behind the caption. On phones the keyboard would cover the form. */
export function useCaptionFocus(isReady: boolean): void {
  const { isDialog } = useSurface()
  useEffect(() => {
    if (!isReady || !isDialog || window.matchMedia('(pointer: coarse)').matches) return
    const field = document.getElementById(fieldId({ channel: null, field: 'caption' }))
    if (!(field instanceof HTMLTextAreaElement)) return
    field.focus({ preventScroll: true })
    field.setSelectionRange(field.value.length, field.value.length)
  }, [isReady, isDialog])
}

const waitMs = 1_000

function reveal(element: HTMLElement | null): void {
  const section = element?.closest('details')
  if (section) section.open = true
  element?.focus()
  element?.scrollIntoView({ block: 'center' })
}
