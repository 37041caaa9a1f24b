'use client'

import { ArrowDown, ArrowUp, Merge, Plus, Split, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { TextArea } from '@/components/ui/field'
import type { PreviewChannel } from '@/lib/stories/contract'
import { focusSoon } from './focus-soon'
import { type Joined, joinParts, partsOf } from './thread'

type Part = { key: number; text: string }
type Props = {
  /** The field of the caption: its first part, or the first that is too long, takes the focus that is led to it. */
  id: string
  network: string
  caption: string
  separator: string | undefined
  preview: PreviewChannel | undefined
  onChange: (joined: Joined) => void
}

let made = 0
const newPart = (text = ''): Part => ({ key: ++made, text })
const toParts = (caption: string, separator: string | undefined): Part[] => {
  const parts = partsOf(caption, separator)
  return (parts.length > 0 ? parts : ['']).map(newPart)
}

/** A chain of posts, part by part. Parts without words stay on the screen until they have some, and are not posted. */
export function ThreadBuilder({ id, network, caption, separator, preview, onChange }: Props) {
  const [parts, setParts] = useState(() => toParts(caption, separator))
  const fields = useRef(new Map<number, HTMLTextAreaElement>())
  const wanted = useRef<{ key: number; at: number } | null>(null)
  // The text was changed elsewhere: reset, brought back, split at another sign.
  const isOther = JSON.stringify(filledOf(parts)) !== JSON.stringify(partsOf(caption, separator))
  const shown = isOther ? toParts(caption, separator) : parts
  if (isOther) setParts(shown)

  const put = (next: Part[], focus?: { key: number; at: number }): void => {
    wanted.current = focus ?? null
    setParts(next)
    onChange(
      joinParts(
        next.map(({ text }) => text),
        separator,
      ),
    )
  }
  const hold = (key: number) => (element: HTMLTextAreaElement | null) => {
    if (!element) return void fields.current.delete(key)
    fields.current.set(key, element)
    if (wanted.current?.key !== key) return
    element.focus()
    element.setSelectionRange(wanted.current.at, wanted.current.at)
    wanted.current = null
  }
  const max = preview?.limits.text_max ?? null
  const counts = countsOf(shown, preview)
  const firstOver = counts.findIndex((count) => max !== null && count !== null && count > max)
  const actions = { parts: shown, put, caretIn: (key: number) => fields.current.get(key)?.selectionStart ?? 0 }
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 font-medium">Thread for {network}</legend>
      <ol className="flex flex-col gap-3">
        {shown.map((part, index) => (
          <li key={part.key} className="flex min-w-0 flex-col gap-1 border-l-2 border-line pl-3">
            <TextArea
              ref={hold(part.key)}
              id={index === Math.max(0, firstOver) ? id : undefined}
              label={`Part ${index + 1} of ${shown.length}`}
              rows={3}
              value={part.text}
              onChange={(event) => put(shown.map((one) => (one === part ? { ...one, text: event.target.value } : one)))}
              aside={<PartCount count={counts[index] ?? null} max={max} />}
            />
            <PartButtons index={index} {...actions} />
          </li>
        ))}
      </ol>
      <Button
        isSmall
        className="self-start"
        icon={<Plus aria-hidden size={16} />}
        onClick={() => {
          const part = newPart()
          put([...shown, part], { key: part.key, at: 0 })
        }}
      >
        Add a part
      </Button>
    </fieldset>
  )
}

const filledOf = (parts: readonly Part[]): string[] =>
  parts.map(({ text }) => text.trim()).filter((text) => text !== '')

/** The server counts the parts that have words, in their order. What stands behind them, hashtags say, is in the last. */
function countsOf(parts: readonly Part[], preview: PreviewChannel | undefined): (number | null)[] {
  let place = 0
  return parts.map(({ text }) => (text.trim() === '' ? 0 : (preview?.thread_counts?.[place++] ?? null)))
}

const numbers = new Intl.NumberFormat('en')

function PartCount({ count, max }: { count: number | null; max: number | null }) {
  if (count === null || max === null) return <span className="h-6" />
  const isOver = count > max
  return (
    <span className={`text-sm tabular-nums ${isOver ? 'font-semibold text-bad' : 'text-ink-soft'}`}>
      {numbers.format(count)} / {numbers.format(max)}
      {isOver && <span className="sr-only"> too long</span>}
    </span>
  )
}

type Actions = {
  parts: Part[]
  put: (next: Part[], focus?: { key: number; at: number }) => void
  caretIn: (key: number) => number
}

function PartButtons({ index, parts, put, caretIn }: Actions & { index: number }) {
  const part = parts[index]
  const before = parts[index - 1]
  if (!part) return null
  const number = index + 1
  const idOf = (way: 'up' | 'down'): string => `part-${part.key}-${way}`
  const move = (by: 1 | -1): void => {
    put(parts.toSpliced(index, 1).toSpliced(index + by, 0, part))
    const way = by < 0 ? 'up' : 'down'
    focusSoon(idOf(way), idOf(way === 'up' ? 'down' : 'up'))
  }
  const split = (): void => {
    const at = caretIn(part.key)
    const rest = newPart(part.text.slice(at).trimStart())
    put(parts.toSpliced(index, 1, { ...part, text: part.text.slice(0, at).trimEnd() }, rest), { key: rest.key, at: 0 })
  }
  const join = (): void => {
    if (!before) return
    const text = [before.text.trimEnd(), part.text.trimStart()].filter((words) => words !== '').join(' ')
    // A new field, so that the focus finds the seam in it.
    const joined = newPart(text)
    put(parts.toSpliced(index - 1, 2, joined), { key: joined.key, at: before.text.trimEnd().length })
  }
  const remove = (): void => {
    const left = parts.toSpliced(index, 1)
    const neighbour = left[Math.max(0, index - 1)] ?? newPart()
    const next = { ...neighbour, key: newPart().key }
    put(left.length > 0 ? left.map((one) => (one === neighbour ? next : one)) : [next], { key: next.key, at: 0 })
  }
  return (
    <div className="flex flex-wrap gap-1">
      <IconButton id={idOf('up')} label={`Move part ${number} up`} disabled={index === 0} onClick={() => move(-1)}>
        <ArrowUp aria-hidden size={17} />
      </IconButton>
      <IconButton
        id={idOf('down')}
        label={`Move part ${number} down`}
        disabled={index === parts.length - 1}
        onClick={() => move(1)}
      >
        <ArrowDown aria-hidden size={17} />
      </IconButton>
      <IconButton label={`Split part ${number} where the cursor is`} onClick={split}>
        <Split aria-hidden size={17} />
      </IconButton>
      <IconButton label={`Join part ${number} to the one before`} disabled={index === 0} onClick={join}>
        <Merge aria-hidden size={17} />
      </IconButton>
      <IconButton label={`Remove part ${number}`} disabled={parts.length === 1} onClick={remove}>
        <Trash2 aria-hidden size={17} />
      </IconButton>
    </div>
  )
}
