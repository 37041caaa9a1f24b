'use client'

import { Check } from 'lucide-react'
import { classes } from '../classes'

type Props = { label: string; isOn: boolean; onChange: (isOn: boolean) => void }

/** Shows or hides something, as a chip next to filters. */
export const ToggleChip = ({ label, isOn, onChange }: Props) => (
  <button
    type="button"
    aria-pressed={isOn}
    onClick={() => onChange(!isOn)}
    className={classes(
      'inline-flex h-7 items-center gap-1 rounded-full border px-2.5 text-sm pointer-coarse:h-9',
      isOn ? 'border-line-strong bg-surface text-ink' : 'border-line-strong border-dashed text-ink-soft hover:text-ink',
    )}
  >
    {isOn && <Check aria-hidden size={14} />}
    {label}
  </button>
)
