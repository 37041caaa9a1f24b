'use client'

import { Eye, PenLine, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from '@/components/ui/button'
import { SegmentedControl } from '@/components/ui/choices/segmented-control'
import { classes } from '@/components/ui/classes'
import { useSurface } from './surface'

type View = 'edit' | 'preview'

type Props = {
  title: string
  /** At the end of the title bar. */
  action?: ReactNode
  /** Above the form. */
  notices?: ReactNode
  preview: ReactNode
  footer: ReactNode
  children: ReactNode
}

const views = [
  { value: 'edit', label: 'Edit', icon: <PenLine aria-hidden size={14} /> },
  { value: 'preview', label: 'Preview', icon: <Eye aria-hidden size={14} /> },
] as const

/** Title bar, form and preview side by side, and a footer that is always visible. In a narrow one the preview is a tab. */
export function ComposerLayout({ title, action, notices, preview, footer, children }: Props) {
  const { isDialog, close } = useSurface()
  const [view, setView] = useState<View>('edit')
  const Title = isDialog ? 'h2' : 'h1'
  return (
    <div className="@container h-full">
      <div className="flex h-full flex-col">
        <header className="flex min-h-12 items-center gap-x-1 border-b border-line py-1 pr-2 pl-3 sm:gap-x-3 sm:pl-4 @4xl:pl-6">
          <Title className="mr-auto min-w-0 truncate font-semibold @sm:text-lg">{title}</Title>
          <div className="shrink-0 @4xl:hidden">
            <SegmentedControl label="View" isIconOnly="narrow" segments={views} value={view} onChange={setView} />
          </div>
          {action}
          <IconButton label="Close" onClick={close}>
            <X aria-hidden size={18} />
          </IconButton>
        </header>
        <div className="flex min-h-0 flex-1">
          <div
            className={classes(
              'min-w-0 flex-1 overflow-y-auto overscroll-contain scroll-smooth motion-reduce:scroll-auto',
              view === 'preview' && '@max-4xl:hidden',
            )}
          >
            <div className="mx-auto flex max-w-3xl flex-col gap-5 px-4 py-4 @4xl:px-6 @4xl:py-5">
              {notices}
              {children}
            </div>
          </div>
          <div
            className={classes(
              'w-full shrink-0 overflow-y-auto overscroll-contain bg-canvas p-4 @4xl:w-104 @4xl:border-l @4xl:border-line @6xl:w-120',
              view === 'edit' && '@max-4xl:hidden',
            )}
          >
            {preview}
          </div>
        </div>
        {footer}
      </div>
    </div>
  )
}
