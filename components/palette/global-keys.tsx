'use client'

import { Search } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { useMay } from '@/components/projects/role'
import { goTo } from '@/components/shortcuts/shortcuts'
import { type Keys, useKeys } from '@/components/shortcuts/use-keys'
import { later } from '@/components/ui/later'

// Most pages are left without opening either.
const CommandPalette = later(() => import('./command-palette').then((it) => it.CommandPalette))
const ShortcutHelp = later(() => import('@/components/shortcuts/shortcut-help').then((it) => it.ShortcutHelp))

type Opened = 'palette' | 'help' | null
const Open = createContext<(what: Opened) => void>(() => {})

type Props = { projects: { id: string; name: string }[]; projectId: string | null; children: ReactNode }

/** The keys that work on every screen, and what they open. */
export function GlobalKeys({ projects, projectId, children }: Props) {
  const router = useRouter()
  const [open, setOpen] = useState<Opened>(null)
  const mayWrite = useMay('stories:write')
  const close = (): void => setOpen(null)
  const keys: Keys = {
    'mod+k': () => setOpen((before) => (before === 'palette' ? null : 'palette')),
    '?': () => setOpen('help'),
  }
  if (projectId) {
    if (mayWrite) keys.n = () => router.push(`/${projectId}/compose`)
    for (const [key, { path }] of Object.entries(goTo)) keys[`g ${key}`] = () => router.push(`/${projectId}/${path}`)
  }
  useKeys(keys)
  return (
    // Never another function: a context that changes makes React finish at once whatever of the page is not alive yet.
    <Open value={setOpen}>
      {children}
      {open === 'palette' && (
        <CommandPalette projects={projects} projectId={projectId} onClose={close} onHelp={() => setOpen('help')} />
      )}
      {open === 'help' && <ShortcutHelp onClose={close} />}
    </Open>
  )
}

/** For the mouse and the thumb, who know no keys. */
export function PaletteButton({ isWide = false }: { isWide?: boolean }) {
  const open = useContext(Open)
  return (
    <button
      type="button"
      onClick={() => open('palette')}
      aria-keyshortcuts="Control+K Meta+K"
      className={`flex min-h-10 items-center gap-2.5 rounded-lg text-ink-soft hover:bg-quiet-wash hover:text-ink ${isWide ? 'w-full border border-line px-3' : 'px-2.5'}`}
    >
      <Search aria-hidden size={17} />
      {isWide ? (
        <>
          <span className="flex-1 text-left">Search</span>
          <kbd aria-hidden className="font-mono text-xs">
            Ctrl K
          </kbd>
        </>
      ) : (
        <span className="sr-only">Search</span>
      )}
    </button>
  )
}
