'use client'

import { Copy, Ellipsis, Lock, Trash2, UserRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { Menu } from '@/components/ui/menu'
import { Drawer } from '@/components/ui/overlays/drawer'
import { Popover } from '@/components/ui/overlays/popover'
import { Tooltip } from '@/components/ui/overlays/tooltip'
import { useToast } from '@/components/ui/toast'
import { Example, ExampleGroup } from './example'

export function OverlayExamples() {
  const [open, setOpen] = useState<'dialog' | 'drawer' | null>(null)
  const toast = useToast()
  const close = (): void => setOpen(null)
  return (
    <ExampleGroup title="Overlays">
      <Example name="Menu">
        <Menu
          label="Actions"
          align="start"
          trigger={<Ellipsis aria-hidden size={16} />}
          triggerClassName="flex control-size items-center justify-center rounded-lg border border-line-strong"
          items={[
            { label: 'Duplicate', icon: <Copy aria-hidden size={16} />, onSelect: () => toast('Duplicated.') },
            {
              label: 'Delete',
              icon: <Trash2 aria-hidden size={16} />,
              isDanger: true,
              onSelect: () => toast('Deleted.', 'good', { label: 'Undo', onUndo: () => toast('Restored.') }),
            },
          ]}
        />
        <Menu
          label="Account"
          align="start"
          header={<p className="font-medium">Noor Haddad</p>}
          trigger={<span>With header and links</span>}
          triggerClassName="flex control-height items-center rounded-lg border border-line-strong px-3"
          items={[
            { label: 'Profile', icon: <UserRound aria-hidden size={16} />, href: '#overlays', isCurrent: true },
            { label: 'Security', icon: <Lock aria-hidden size={16} />, href: '#overlays' },
          ]}
        />
      </Example>
      <Example name="Popover and tooltip">
        <Popover label="Details" trigger={<Button>Open popover</Button>}>
          <p className="w-48">Small content next to its button.</p>
        </Popover>
        <Tooltip text="Shown on hover and focus">
          <Button>With tooltip</Button>
        </Tooltip>
      </Example>
      <Example name="Dialog and drawer">
        <Button onClick={() => setOpen('dialog')}>Open dialog</Button>
        <Button onClick={() => setOpen('drawer')}>Open drawer</Button>
      </Example>
      <Example name="Toast">
        <Button onClick={() => toast('Story scheduled.')}>Success</Button>
        <Button onClick={() => toast('Not saved. You are offline.', 'bad')}>Failure</Button>
        <Button onClick={() => toast('Story deleted.', 'good', { label: 'Undo', onUndo: () => toast('Restored.') })}>
          With undo
        </Button>
      </Example>
      {open === 'dialog' && (
        <Dialog title="Delete this draft?" onClose={close}>
          <p>This cannot be undone.</p>
          <DialogButtons>
            <Button onClick={close}>Cancel</Button>
            <Button tone="danger" onClick={close}>
              Delete
            </Button>
          </DialogButtons>
        </Dialog>
      )}
      <Drawer title="More" isOpen={open === 'drawer'} onClose={close}>
        <p className="p-2">Content of the drawer.</p>
      </Drawer>
    </ExampleGroup>
  )
}
