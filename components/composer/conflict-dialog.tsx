'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { type Choices, type Difference, differencesOf, firstChoices, mergedBy } from './conflict'
import type { Draft } from './draft'
import type { Conflict } from './use-draft'

type Props = {
  conflict: Conflict
  mine: Draft
  onSettle: (merged: Draft) => void
  onKeepBoth: () => void
  onClose: () => void
}

/** Both versions side by side, field by field. Nothing is written before the person has chosen. */
export default function ConflictDialog({ conflict, mine, onSettle, onKeepBoth, onClose }: Props) {
  const theirs = conflict.theirs.draft
  const [differences] = useState(() => differencesOf(conflict.base, mine, theirs))
  const [choices, setChoices] = useState<Choices>(() => firstChoices(differences))
  const chooseAll = (side: 'mine' | 'theirs'): void =>
    setChoices(Object.fromEntries(differences.map(({ key }) => [key, side])))
  return (
    <Dialog title="Somebody else changed this story" onClose={onClose} isWide>
      <p>
        While you were writing, another version was saved. Choose field by field what stays; what only one of you
        changed is chosen already.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button isSmall onClick={() => chooseAll('mine')}>
          All mine
        </Button>
        <Button isSmall onClick={() => chooseAll('theirs')}>
          All theirs
        </Button>
      </div>
      <div className="flex flex-col gap-4">
        {differences.map((difference) => (
          <Choice
            key={difference.key}
            difference={difference}
            chosen={choices[difference.key] ?? 'mine'}
            onChoose={(side) => setChoices((before) => ({ ...before, [difference.key]: side }))}
          />
        ))}
      </div>
      <DialogButtons>
        <Button onClick={onKeepBoth}>Keep both: mine as a new draft</Button>
        <Button tone="primary" onClick={() => onSettle(mergedBy(differences, choices, mine, theirs))}>
          Use what is chosen
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

const who: Record<Difference['changedBy'], string> = {
  me: 'You changed it',
  them: 'They changed it',
  both: 'Both of you changed it',
}

const sides = [
  { side: 'mine', title: 'Keep mine' },
  { side: 'theirs', title: 'Take theirs' },
] as const

type ChoiceProps = {
  difference: Difference
  chosen: 'mine' | 'theirs'
  onChoose: (side: 'mine' | 'theirs') => void
}

function Choice({ difference, chosen, onChoose }: ChoiceProps) {
  const { key, label, changedBy } = difference
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 flex flex-wrap items-center gap-x-2 font-medium">
        {label}
        <span className={`text-sm font-normal ${changedBy === 'both' ? 'text-warn' : 'text-ink-soft'}`}>
          {who[changedBy]}
        </span>
      </legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {sides.map(({ side, title }) => (
          <label
            key={side}
            className="flex min-w-0 cursor-pointer flex-col gap-1 rounded-lg border border-line p-3 has-checked:border-accent has-checked:bg-accent-wash has-focus-visible:outline-2 has-focus-visible:outline-(--focus)"
          >
            <span className="flex items-center gap-2 text-sm font-medium">
              <input
                type="radio"
                name={`choice-${key}`}
                checked={chosen === side}
                onChange={() => onChoose(side)}
                className="size-4.5 accent-(--accent)"
              />
              {title}
            </span>
            <span className="whitespace-pre-wrap wrap-anywhere">{difference[side]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
