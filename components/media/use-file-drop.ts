'use client'

import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Takes files that are dropped or pasted.
 *
 * @param place where; null is the whole page
 * @returns whether files are held over it just now
 */
export function useFileDrop(
  place: RefObject<HTMLElement | null> | null,
  isOn: boolean,
  onFiles: (files: File[]) => void,
): boolean {
  const [isOver, setIsOver] = useState(false)
  const take = useRef(onFiles)
  useEffect(() => {
    take.current = onFiles
  })
  useEffect(() => {
    const target = place ? place.current : document
    if (!isOn || !target) return
    // Elements inside it are entered and left as well.
    let depth = 0
    const over = (by: number): void => {
      depth = Math.max(0, depth + by)
      setIsOver(depth > 0)
    }
    const handlers: Record<string, (event: Event) => void> = {
      dragenter: (event) => carriesFiles(event) && over(1),
      dragleave: (event) => carriesFiles(event) && over(-1),
      // Without this a browser opens the file in place of the page.
      dragover: (event) => {
        if (!carriesFiles(event)) return
        event.preventDefault()
        ;(event as DragEvent).stopPropagation()
      },
      drop: (event) => {
        if (!carriesFiles(event)) return
        event.preventDefault()
        event.stopPropagation()
        over(-depth)
        give([...((event as DragEvent).dataTransfer?.files ?? [])])
      },
      paste: (event) => {
        const { clipboardData } = event as ClipboardEvent
        const files = [...(clipboardData?.files ?? [])]
        // Word and tables give a picture of their text beside it: what is wanted is the text.
        const isText = isEditable(event.target) && saysMore(clipboardData?.getData('text/plain') ?? '', files)
        if (files.length === 0 || isText) return
        event.preventDefault()
        event.stopPropagation()
        give(files.map(named))
      },
    }
    const give = (files: File[]): void => {
      if (files.length > 0) take.current(files)
    }
    for (const [name, handle] of Object.entries(handlers)) target.addEventListener(name, handle)
    return () => {
      for (const [name, handle] of Object.entries(handlers)) target.removeEventListener(name, handle)
      setIsOver(false)
    }
  }, [place, isOn])
  return isOver
}

const carriesFiles = (event: Event): boolean => (event as DragEvent).dataTransfer?.types.includes('Files') ?? false

const isEditable = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea'))

/** A file that was copied in a folder comes with its name or its path as text, which nobody means to paste. */
export const saysMore = (text: string, files: readonly { name: string }[]): boolean =>
  text
    .split(/[\r\n]+/)
    .some(
      (line) =>
        line.trim() !== '' &&
        !line.startsWith('file://') &&
        !files.some(({ name }) => line.split(/[/\\]/).at(-1) === name),
    )

/** Every picture in the clipboard is called `image.png`; by its time one finds it again. */
function named(file: File): File {
  if (file.name !== 'image.png') return file
  const time = new Date(file.lastModified).toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '.')
  return new File([file], `Pasted ${time}.png`, { type: file.type, lastModified: file.lastModified })
}
