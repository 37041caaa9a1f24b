'use client'

import { Search } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { goToComposer } from '@/components/composer-address/composer-address'
import { goToLastView } from '@/components/navigation/last-views'
import { useMay } from '@/components/projects/role'
import { goTo } from '@/components/shortcuts/go-to-shortcuts'
import { type Keys, useShortcuts } from '@/components/shortcuts/use-shortcuts'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'

// Rarely opened, so loaded on demand.
const CommandPalette = lazyComponent(() => import('./command-palette').then((it) => it.CommandPalette))
const ShortcutHelp = lazyComponent(() => import('@/components/shortcuts/shortcut-help').then((it) => it.ShortcutHelp))

type Opened = 'palette' | 'help' | null
const Open = createContext<(what: Opened) => void>(() => {})

type Props = { projects: { id: string; name: string }[]; projectId: string | null; children: ReactNode }

/** Shortcuts that work on every screen, and the dialogs they open. */
export function GlobalShortcuts({ projects, projectId, children }: Props) {
  const router = useRouter()
  const [open, setOpen] = useState<Opened>(null)
  const mayWrite = useMay('stories:write')
  const close = (): void => setOpen(null)
  const keys: Keys = {
    'mod+k': () => setOpen((before) => (before === 'palette' ? null : 'palette')),
    '?': () => setOpen('help'),
  }
  if (projectId) {
    if (mayWrite) keys.n = () => goToComposer(router, `/${projectId}/compose`)
    for (const [key, { path }] of Object.entries(goTo))
      keys[`g ${key}`] = () => goToLastView(router, `/${projectId}/${path}`)
  }
  useShortcuts(keys)
  return (
    // The value must be stable: a context change makes React hydrate the rest of the page at once.
    <Open value={setOpen}>
      {children}
      {open === 'palette' && (
        <CommandPalette projects={projects} projectId={projectId} onClose={close} onHelp={() => setOpen('help')} />
      )}
      {open === 'help' && <ShortcutHelp onClose={close} />}
    </Open>
  )
}

/** Opens the palette with a click or a tap. */
export function PaletteButton({ isWide = false }: { isWide?: boolean }) {
  const open = useContext(Open)
  return (
    <button
      type="button"
      onClick={() => open('palette')}
      aria-keyshortcuts="Control+K Meta+K"
      className={`flex control-height items-center gap-2 rounded-lg text-ink-soft hover:bg-hover hover:text-ink ${isWide ? 'w-full border border-line bg-surface px-2 low:w-auto' : 'px-2.5'}`}
    >
      <Search aria-hidden size={16} />
      {isWide ? (
        <>
          <span className="flex-1 text-left low:sr-only">Search</span>
          <kbd aria-hidden className="rounded-sm border border-line px-1 font-sans text-xs low:hidden">
            Ctrl K
          </kbd>
        </>
      ) : (
        <span className="sr-only">Search</span>
      )}
    </button>
  )
}
