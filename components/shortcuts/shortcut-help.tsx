'use client'

import { Dialog } from '@/components/ui/dialog'
import { CheckField } from '@/components/ui/field'
import { modKey } from './mod-key'
import { type Shortcut, shortcutGroups } from './shortcut-groups'
import { setSingleKeySetting, useSingleKeySetting } from './single-key-setting'

/** All shortcuts, and the switch for single-key shortcuts. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const isOn = useSingleKeySetting()
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose} isWide>
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {shortcutGroups.map(({ title, shortcuts }) => (
          <section key={title} className="flex flex-col gap-2">
            <h3 className="font-medium">{title}</h3>
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1.5">
              {shortcuts.map((shortcut) => (
                <Line key={shortcut.does} {...shortcut} />
              ))}
            </dl>
          </section>
        ))}
      </div>
      <CheckField
        label="Single-key shortcuts"
        hint="Turn this off if you use voice control or press keys by accident. Shortcuts with Cmd or Ctrl keep working."
        checked={isOn}
        onChange={(event) => setSingleKeySetting(event.target.checked)}
      />
    </Dialog>
  )
}

function Line({ keys, does }: Shortcut) {
  return (
    <>
      <dt className="flex gap-1">
        {keys.map((key) => (
          <kbd
            key={key}
            className="min-w-6 rounded-md border border-line-strong bg-sunken px-1.5 text-center font-mono text-sm"
          >
            {key === 'Mod' ? modKey() : key}
          </kbd>
        ))}
      </dt>
      <dd className="text-ink-soft">{does}</dd>
    </>
  )
}
