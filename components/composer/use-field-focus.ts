'use client'

import { useEffect, useRef, useState } from 'react'
import type { ChannelId } from '@/lib/channels/ids'
import { fieldId, type Place } from './fields'

/** Shows the tab that holds a field and puts the focus into it. */
export function useFieldFocus(setTab: (tab: 'all' | ChannelId) => void): (place: Place) => void {
  const wanted = useRef<Place | null>(null)
  useEffect(() => {
    const place = wanted.current
    if (place === null) return
    wanted.current = null
    // A part that is gone again leads to the field it was of.
    const element = document.getElementById(fieldId(place)) ?? document.getElementById(fieldId({ ...place, part: '' }))
    const fold = element?.closest('details')
    if (fold) fold.open = true
    element?.focus()
    element?.scrollIntoView({ block: 'center' })
  })
  const [, redraw] = useState(0)
  return (place) => {
    wanted.current = place
    setTab(place.channel ?? 'all')
    redraw((count) => count + 1)
  }
}
