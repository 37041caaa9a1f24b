'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import type { Draft } from '../draft/draft'
import type { Versions } from '../state/base'
import { type Choices, type Difference, differencesOf, initialChoices, mergeDrafts } from './draft-differences'

type Props = {
  conflict: Versions
  mine: Draft
  onResolve: (merged: Draft) => void
  onKeepBoth: () => void
  onClose: () => void
}

/** Both versions side by side. Nothing is saved until the user decides. */
export function ConflictDialog({ conflict, mine, onResolve, onKeepBoth, onClose }: Props) {
  const theirs = conflict.theirs.draft
  const differences = differencesOf(conflict.base, mine, theirs)
  const [choices, setChoices] = useState<Choices>(() => initialChoices(differences))
  const chooseAll = (side: Side): void => setChoices(Object.fromEntries(differences.map(({ key }) => [key, side])))
  return (
    <Dialog title="Someone else changed this story" onClose={onClose} isWide>
      <p>Another version was saved while you were editing. Choose what to keep for each field.</p>
      <div className="flex flex-wrap gap-2">
        <Button isSmall onClick={() => chooseAll('mine')}>
          Keep all mine
        </Button>
        <Button isSmall onClick={() => chooseAll('theirs')}>
          Use all theirs
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
        <Button onClick={onKeepBoth}>Keep both (mine as a new draft)</Button>
        <Button tone="primary" onClick={() => onResolve(mergeDrafts(differences, choices, mine, theirs))}>
          Apply selection
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

const changedByText: Record<Difference['changedBy'], string> = {
  me: 'Changed by you',
  them: 'Changed by them',
  both: 'Changed by both',
}

const sides = [
  { side: 'mine', title: 'Keep mine' },
  { side: 'theirs', title: 'Use theirs' },
] as const
type Side = (typeof sides)[number]['side']

type ChoiceProps = {
  difference: Difference
  chosen: Side
  onChoose: (side: Side) => void
}

function Choice({ difference, chosen, onChoose }: ChoiceProps) {
  const { key, label, changedBy } = difference
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 flex flex-wrap items-center gap-x-2 font-medium">
        {label}
        <span className={`text-sm font-normal ${changedBy === 'both' ? 'text-warn' : 'text-ink-soft'}`}>
          {changedByText[changedBy]}
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
