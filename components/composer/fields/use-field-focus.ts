'use client'

import { useEffect } from 'react'
import { type FieldTarget, fieldId } from '../draft/field-target'
import type { EditorState } from '../state/editor'

/** Focuses a requested field once its tab is shown. */
export function useFieldFocus({ focus }: Pick<EditorState, 'focus'>): void {
  useEffect(() => {
    if (focus) focusField(focus.target)
  }, [focus])
}

function focusField(target: FieldTarget): void {
  // If the slide was removed, focus the media field.
  const element = document.getElementById(fieldId(target)) ?? document.getElementById(fieldId({ ...target, part: '' }))
  const section = element?.closest('details')
  if (section) section.open = true
  element?.focus()
  element?.scrollIntoView({ block: 'center' })
}
