'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { applyTheme, type Theme, themeOf, themes } from './theme'

const options = {
  system: { Icon: Monitor, label: 'System' },
  light: { Icon: Sun, label: 'Light' },
  dark: { Icon: Moon, label: 'Dark' },
} as const

/** Radio buttons that look like a switch. Without `initial` it reads the theme of the page, in the browser only. */
export function ThemeChoice({ initial }: { initial?: Theme }) {
  const [chosen, setChosen] = useState<Theme>(() => initial ?? themeOf(document.documentElement.dataset.theme))
  return (
    <fieldset className="flex rounded-lg border border-line p-0.5">
      <legend className="sr-only">Theme</legend>
      {themes.map((theme) => {
        const { Icon, label } = options[theme]
        return (
          <label
            key={theme}
            title={label}
            className="relative flex h-8 min-w-9 flex-1 items-center justify-center rounded-md text-ink-soft hover:text-ink has-checked:bg-accent-wash has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-(--focus)"
          >
            <input
              type="radio"
              name="theme"
              className="absolute inset-0 cursor-pointer opacity-0"
              value={theme}
              checked={chosen === theme}
              onChange={() => {
                setChosen(theme)
                applyTheme(theme)
              }}
            />
            <Icon aria-hidden size={16} />
            <span className="sr-only">{label}</span>
          </label>
        )
      })}
    </fieldset>
  )
}
