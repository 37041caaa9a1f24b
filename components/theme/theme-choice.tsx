'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { applyTheme, type Theme, themeOf, themes } from './theme'

const faces = {
  system: { Icon: Monitor, label: 'As the system' },
  light: { Icon: Sun, label: 'Light' },
  dark: { Icon: Moon, label: 'Dark' },
} as const

/** Three radio buttons that look like a switch. Without a value it looks at the page, which only the browser can. */
export function ThemeChoice({ initial }: { initial?: Theme }) {
  const [chosen, setChosen] = useState<Theme>(() => initial ?? themeOf(document.documentElement.dataset.theme))
  return (
    <fieldset className="flex rounded-lg border border-line p-0.5">
      <legend className="sr-only">Theme</legend>
      {themes.map((theme) => {
        const { Icon, label } = faces[theme]
        return (
          <label
            key={theme}
            title={label}
            className="relative flex size-9 items-center justify-center rounded-md text-ink-soft hover:text-ink has-checked:bg-accent-wash has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-(--focus)"
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
            <Icon aria-hidden size={17} />
            <span className="sr-only">{label}</span>
          </label>
        )
      })}
    </fieldset>
  )
}
