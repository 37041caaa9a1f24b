'use client'

import type { ReactNode } from 'react'
import { classes } from '../classes'

type Props = { label: string; icon: ReactNode; isOn: boolean; onChange: (isOn: boolean) => void }

/** Shows or hides something, as a chip next to filters. Narrow windows show the icon only. */
export const ToggleChip = ({ label, icon, isOn, onChange }: Props) => (
  <button
    type="button"
    aria-pressed={isOn}
    title={label}
    onClick={() => onChange(!isOn)}
    className={classes(
      'inline-flex h-7 items-center gap-1.5 rounded-full border px-2 min-[110rem]:px-2.5 text-sm pointer-coarse:h-9',
      isOn
        ? 'border-accent bg-accent-wash text-accent'
        : 'border-line-strong border-dashed text-ink-soft hover:text-ink',
    )}
  >
    {icon}
    <span className="max-[110rem]:sr-only">{label}</span>
  </button>
)
