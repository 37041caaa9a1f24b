'use client'

import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Handles dropped and pasted files.
 *
 * @param targetRef target element, or null for the whole page
 * @returns whether files are being dragged over it
 */
export function useFileDrop(
  targetRef: RefObject<HTMLElement | null> | null,
  isOn: boolean,
  onFiles: (files: File[]) => void,
): boolean {
  const [isOver, setIsOver] = useState(false)
  const latestOnFiles = useRef(onFiles)
  useEffect(() => {
    latestOnFiles.current = onFiles
  })
  useEffect(() => {
    const target = targetRef ? targetRef.current : document
    if (!isOn || !target) return
    // dragenter and dragleave also fire for child elements.
    let depth = 0
    const over = (by: number): void => {
      depth = Math.max(0, depth + by)
      setIsOver(depth > 0)
    }
    const handlers: Record<string, (event: Event) => void> = {
      dragenter: (event) => hasFiles(event) && over(1),
      dragleave: (event) => hasFiles(event) && over(-1),
      // Otherwise the browser opens the file.
      dragover: (event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        ;(event as DragEvent).stopPropagation()
      },
      drop: (event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        event.stopPropagation()
        over(-depth)
        addFiles([...((event as DragEvent).dataTransfer?.files ?? [])])
      },
      paste: (event) => {
        const { clipboardData } = event as ClipboardEvent
        const files = [...(clipboardData?.files ?? [])]
        // Word and spreadsheets add an image of the copied text. Keep the text.
        const isText = isEditable(event.target) && hasOtherText(clipboardData?.getData('text/plain') ?? '', files)
        if (files.length === 0 || isText) return
        event.preventDefault()
        event.stopPropagation()
        addFiles(files.map(named))
      },
    }
    const addFiles = (files: File[]): void => {
      if (files.length > 0) latestOnFiles.current(files)
    }
    for (const [name, handle] of Object.entries(handlers)) target.addEventListener(name, handle)
    return () => {
      for (const [name, handle] of Object.entries(handlers)) target.removeEventListener(name, handle)
      setIsOver(false)
    }
  }, [targetRef, isOn])
  return isOver
}

const hasFiles = (event: Event): boolean => (event as DragEvent).dataTransfer?.types.includes('Files') ?? false

const isEditable = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea'))

/** Whether the text is more than names or paths of the copied files. */
export const hasOtherText = (text: string, files: readonly { name: string }[]): boolean =>
  text
    .split(/[\r\n]+/)
    .some(
      (line) =>
        line.trim() !== '' &&
        !line.startsWith('file://') &&
        !files.some(({ name }) => line.split(/[/\\]/).at(-1) === name),
    )

/** Browsers name every pasted image `image.png`. The time makes it recognizable. */
function named(file: File): File {
  if (file.name !== 'image.png') return file
  const time = new Date(file.lastModified).toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '.')
  return new File([file], `Pasted ${time}.png`, { type: file.type, lastModified: file.lastModified })
}
