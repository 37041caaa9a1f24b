'use client'

import { LayoutTemplate } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { useToast } from '@/components/ui/toast'
import type { Template } from '@/lib/templates/contract'
import type { Draft } from '../draft/draft'
import { draftPartOf } from '../draft/story-to-draft'
import type { ComposerStore } from '../state/composer-store'

const TemplatePicker = lazyComponent(() => import('./template-picker').then((it) => it.TemplatePicker))

/** Copies a template into a new story. */
export function StartFromTemplate({ projectId, store }: { projectId: string; store: ComposerStore }) {
  const [isOpen, setIsOpen] = useState(false)
  const toast = useToast()
  const apply = (template: Template): void => {
    const { draft } = store.get()
    const patch = draftPartOf(template)
    const before = Object.fromEntries(Object.keys(patch).map((name) => [name, draft[name as keyof Draft]]))
    setIsOpen(false)
    store.dispatch({ type: 'edited', patch })
    toast(`Started from “${template.name}”.`, 'good', {
      label: 'Undo',
      onUndo: () => store.dispatch({ type: 'edited', patch: before }),
    })
  }
  return (
    <>
      <Button isSmall icon={<LayoutTemplate aria-hidden size={16} />} onClick={() => setIsOpen(true)}>
        <span className="max-sm:sr-only">Start from template</span>
      </Button>
      {isOpen && <TemplatePicker projectId={projectId} onChoose={apply} onClose={() => setIsOpen(false)} />}
    </>
  )
}
