'use client'

import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { IconButton } from '../button'

type Props = { title: string; isOpen: boolean; onClose: () => void; children: ReactNode }

/** A panel that slides up from the bottom edge, for phones. */
export function Drawer({ title, isOpen, onClose, children }: Props) {
  return (
    <Primitive.Root open={isOpen} onOpenChange={(next) => !next && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-backdrop" />
        <Primitive.Content
          aria-describedby={undefined}
          className="fixed inset-x-0 bottom-0 z-50 flex max-h-[85dvh] flex-col rounded-t-xl border-t border-line bg-raised pb-[env(safe-area-inset-bottom)] text-ink shadow-lg outline-none data-[state=open]:animate-slide-up"
        >
          <header className="flex items-center justify-between gap-3 px-4 pt-3 pb-1">
            <Primitive.Title className="text-lg font-semibold">{title}</Primitive.Title>
            <IconButton label="Close" onClick={onClose}>
              <X aria-hidden size={16} />
            </IconButton>
          </header>
          <div className="overflow-y-auto p-2">{children}</div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
