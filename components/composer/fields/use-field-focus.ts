'use client'

import { useEffect } from 'react'
import { type FieldTarget, fieldId } from '../draft/field-target'
import type { EditorState } from '../state/editor'

/** Focuses a requested field once its tab is shown. */
export function useFieldFocus({ focus }: Pick<EditorState, 'focus'>): void {
  useEffect(() => {
    if (!focus) return
    // A slide's fields are shown once its tile is open.
    if (!focusField(focus.target, fieldId(focus.target))) requestAnimationFrame(() => focusField(focus.target))
  }, [focus])
}

/** @param id without it, also a less exact field: if the slide was removed, the media field */
function focusField(target: FieldTarget, id?: string): boolean {
  const exact = document.getElementById(fieldId(target))
  const element = id ? exact : (exact ?? document.getElementById(fieldId({ ...target, part: '' })))
  const section = element?.closest('details')
  if (section) section.open = true
  element?.focus()
  element?.scrollIntoView({ block: 'center' })
  return element !== null && element !== undefined
}
