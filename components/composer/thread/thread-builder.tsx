'use client'

import { ArrowDown, ArrowUp, Merge, Plus, Split, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { TextArea } from '@/components/ui/field'
import type { PreviewChannel } from '@/lib/stories/preview-contract'
import { formatNumber } from '@/lib/text/number-text'
import { focusNextFrame } from '../fields/focus-next-frame'
import { type JoinedThread, joinParts, partsOf } from './thread-parts'

/** `caret`: focus the new field at this position. */
type Part = { key: number; text: string; caret?: number }

type Props = {
  /** Id of the first part that is too long, else of the first part. Problems link to it. */
  id: string
  network: string
  caption: string
  separator: string | undefined
  preview: PreviewChannel | undefined
  onChange: (joined: JoinedThread) => void
}

let lastKey = 0
const newPart = (text = '', caret?: number): Part => ({
  key: ++lastKey,
  text,
  ...(caret === undefined ? {} : { caret }),
})
const toParts = (caption: string, separator: string | undefined): Part[] => {
  const parts = partsOf(caption, separator)
  return (parts.length > 0 ? parts : ['']).map((text) => newPart(text))
}

/** Edits the parts of a thread. Empty parts stay on the screen and are not published. */
export function ThreadBuilder({ id, network, caption, separator, preview, onChange }: Props) {
  const [parts, setParts] = useState(() => toParts(caption, separator))
  // The caption was changed elsewhere: reset, restored, or split at another separator.
  const isChanged = JSON.stringify(filledTexts(parts)) !== JSON.stringify(partsOf(caption, separator))
  const shown = isChanged ? toParts(caption, separator) : parts
  if (isChanged) setParts(shown)

  const update = (next: Part[]): void => {
    const texts = next.map(({ text }) => text)
    setParts(next)
    onChange(joinParts(texts, separator))
  }
  const max = preview?.limits.text_max ?? null
  const counts = countsOf(shown, preview)
  const firstTooLong = counts.findIndex((count) => max !== null && count !== null && count > max)
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 font-medium">Thread for {network}</legend>
      <ol className="flex flex-col gap-3">
        {shown.map((part, index) => (
          <ThreadPart
            key={part.key}
            id={index === Math.max(0, firstTooLong) ? id : undefined}
            part={part}
            index={index}
            parts={shown}
            count={counts[index] ?? null}
            max={max}
            onUpdate={update}
          />
        ))}
      </ol>
      <Button
        isSmall
        className="self-start"
        icon={<Plus aria-hidden size={16} />}
        onClick={() => update([...shown, newPart('', 0)])}
      >
        Add part
      </Button>
    </fieldset>
  )
}

const filledTexts = (parts: readonly Part[]): string[] =>
  parts.map(({ text }) => text.trim()).filter((text) => text !== '')

/** The server counts only the parts with text. The last one includes what follows the caption, such as hashtags. */
function countsOf(parts: readonly Part[], preview: PreviewChannel | undefined): (number | null)[] {
  let next = 0
  return parts.map(({ text }) => (text.trim() === '' ? 0 : (preview?.thread_counts?.[next++] ?? null)))
}

type PartProps = {
  id: string | undefined
  part: Part
  index: number
  parts: Part[]
  count: number | null
  max: number | null
  onUpdate: (parts: Part[]) => void
}

function ThreadPart({ id, part, index, parts, count, max, onUpdate }: PartProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const { caret } = part
  useEffect(() => {
    if (caret === undefined) return
    field.current?.focus()
    field.current?.setSelectionRange(caret, caret)
  }, [caret])
  return (
    <li className="flex min-w-0 flex-col gap-1 border-l-2 border-line pl-3">
      <TextArea
        ref={field}
        id={id}
        label={`Part ${index + 1} of ${parts.length}`}
        rows={3}
        value={part.text}
        onChange={(event) => onUpdate(parts.map((one) => (one === part ? { ...one, text: event.target.value } : one)))}
        aside={<PartCount count={count} max={max} />}
      />
      <PartButtons
        part={part}
        index={index}
        parts={parts}
        caretAt={() => field.current?.selectionStart ?? 0}
        onUpdate={onUpdate}
      />
    </li>
  )
}

function PartCount({ count, max }: Pick<PartProps, 'count' | 'max'>) {
  if (count === null || max === null) return <span className="h-6" />
  const isOver = count > max
  return (
    <span className={`text-sm tabular-nums ${isOver ? 'font-semibold text-bad' : 'text-ink-soft'}`}>
      {formatNumber(count)} / {formatNumber(max)}
      {isOver && <span className="sr-only"> too long</span>}
    </span>
  )
}

type ButtonProps = Pick<PartProps, 'part' | 'index' | 'parts' | 'onUpdate'> & { caretAt: () => number }

function PartButtons({ part, index, parts, caretAt, onUpdate }: ButtonProps) {
  const number = index + 1
  const previous = parts[index - 1]
  const idOf = (way: 'up' | 'down'): string => `part-${part.key}-${way}`
  const move = (by: 1 | -1): void => {
    onUpdate(parts.toSpliced(index, 1).toSpliced(index + by, 0, part))
    focusNextFrame(...(by < 0 ? [idOf('up'), idOf('down')] : [idOf('down'), idOf('up')]))
  }
  const split = (): void => {
    const at = caretAt()
    const before = { ...part, text: part.text.slice(0, at).trimEnd() }
    onUpdate(parts.toSpliced(index, 1, before, newPart(part.text.slice(at).trimStart(), 0)))
  }
  const join = (): void => {
    if (!previous) return
    const start = previous.text.trimEnd()
    const text = [start, part.text.trimStart()].filter(Boolean).join(' ')
    onUpdate(parts.toSpliced(index - 1, 2, newPart(text, start.length)))
  }
  const remove = (): void => {
    const rest = parts.toSpliced(index, 1)
    const at = Math.max(0, index - 1)
    onUpdate(rest.toSpliced(at, 1, newPart(rest[at]?.text, 0)))
  }
  return (
    <div className="flex flex-wrap gap-1">
      <IconButton id={idOf('up')} label={`Move part ${number} up`} disabled={index === 0} onClick={() => move(-1)}>
        <ArrowUp aria-hidden size={16} />
      </IconButton>
      <IconButton
        id={idOf('down')}
        label={`Move part ${number} down`}
        disabled={index === parts.length - 1}
        onClick={() => move(1)}
      >
        <ArrowDown aria-hidden size={16} />
      </IconButton>
      <IconButton label={`Split part ${number} at the cursor`} onClick={split}>
        <Split aria-hidden size={16} />
      </IconButton>
      <IconButton label={`Join part ${number} with the previous one`} disabled={index === 0} onClick={join}>
        <Merge aria-hidden size={16} />
      </IconButton>
      <IconButton label={`Remove part ${number}`} disabled={parts.length === 1} onClick={remove}>
        <Trash2 aria-hidden size={16} />
      </IconButton>
    </div>
  )
}
