'use client'

import { useState } from 'react'
import { ChannelStack } from '@/components/channels/channel-avatar'
import { ErrorNote } from '@/components/errors/error-note'
import { useTemplates } from '@/components/templates/use-templates'
import { ButtonLink } from '@/components/ui/button'
import { SearchField } from '@/components/ui/data/search-field'
import { ShowMore } from '@/components/ui/data/show-more'
import { Dialog } from '@/components/ui/dialog'
import { ListSkeleton } from '@/components/ui/skeleton'
import type { Template } from '@/lib/templates/contract'

type Props = { projectId: string; onChoose: (template: Template) => void; onClose: () => void }

/** Lists templates to choose one. */
export function TemplatePicker({ projectId, onChoose, onClose }: Props) {
  const [words, setWords] = useState('')
  const list = useTemplates(projectId, words)
  const { data, error, isPending, isPlaceholderData } = list
  const templates = data?.pages.flatMap((page) => page.templates) ?? []
  const isEmpty = !isPending && !error && !isPlaceholderData && templates.length === 0
  return (
    <Dialog title="Start from template" onClose={onClose} isWide isAtTop>
      {(templates.length > 0 || words) && <SearchField label="Search templates" value={words} onChange={setWords} />}
      {error && <ErrorNote isReading error={error} title="Templates not loaded" />}
      {isPending && <ListSkeleton rows={2} label="Loading templates" />}
      {isEmpty && words !== '' && <p className="text-ink-soft">No name or caption contains “{words}”.</p>}
      {isEmpty && words === '' && (
        <div className="flex flex-col items-start gap-3">
          <p className="text-ink-soft">No templates yet. Save a story as a template, or create one in the library.</p>
          <ButtonLink href={`/${projectId}/templates`}>Open templates</ButtonLink>
        </div>
      )}
      {templates.length > 0 && (
        <ul aria-label="Templates" className="-mx-2 flex max-h-[60dvh] flex-col overflow-y-auto">
          {templates.map((template) => (
            <li key={template.id}>
              <button
                type="button"
                onClick={() => onChoose(template)}
                className="flex min-h-14 w-full items-center gap-3 rounded-lg px-2 py-1.5 text-left hover:bg-hover focus-visible:bg-hover"
              >
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{template.name}</span>
                  <span className="block truncate text-sm text-ink-soft">
                    {template.caption || template.hashtags || 'No text'}
                  </span>
                </span>
                <ChannelStack channels={template.channels} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <ShowMore query={list} label="Load more" className="justify-center" />
      {templates.length > 0 && (
        <p className="text-sm text-ink-soft">Replaces the caption, hashtags and channels of this story.</p>
      )}
    </Dialog>
  )
}
