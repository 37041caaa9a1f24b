'use client'

import { Braces } from 'lucide-react'
import { useRef } from 'react'
import { withToken } from '@/components/recurring/token-menu'
import { Field, TextField } from '@/components/ui/field'
import { Menu } from '@/components/ui/menu'
import type { AutomationDraft } from './automation-draft'
import type { PartProps } from './trigger-part'

/** The text of the chosen template, or the fields of a new one. */
export function TemplatePart(props: PartProps) {
  const { projectId, draft, sources } = props
  if (draft.newTemplate) return <NewTemplate {...props} template={draft.newTemplate} />
  const template = sources.templates.find(({ id }) => id === draft.templateId)
  if (!template) return null
  return (
    <div className="rounded-lg bg-sunken px-3 py-2 text-sm">
      <p className="whitespace-pre-wrap wrap-anywhere">{template.caption || 'This template has no text.'}</p>
      <a href={`/${projectId}/templates`} className="mt-1 inline-block text-accent underline underline-offset-2">
        Edit in templates
      </a>
    </div>
  )
}

type NewProps = PartProps & { template: NonNullable<AutomationDraft['newTemplate']> }

function NewTemplate({ draft, sources, template, onChange, issueOf, showsMissing }: NewProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const change = (patch: Partial<typeof template>): void => onChange({ newTemplate: { ...template, ...patch } })
  const isMissing = showsMissing && template.caption.trim() === ''
  return (
    <div className="flex flex-col gap-4 border-l-2 border-line pl-4">
      <TextField
        label="Template name"
        placeholder="New article"
        value={template.name}
        maxLength={200}
        onChange={(event) => change({ name: event.target.value })}
        error={issueOf('name', 'The name')}
      />
      <Field
        label="Text"
        error={issueOf('template', 'The text') ?? (isMissing ? 'Write the text of the template.' : null)}
        aside={
          <VariableMenu
            names={variablesOf(draft, sources)}
            onInsert={(variable) => {
              change({ caption: withToken(field.current, template.caption, variable) })
              field.current?.focus()
            }}
          />
        }
      >
        {(controlProps) => (
          <textarea
            {...controlProps}
            ref={field}
            value={template.caption}
            onChange={(event) => change({ caption: event.target.value })}
            className="control field-sizing-content max-h-[60vh] min-h-24 resize-y"
          />
        )}
      </Field>
    </div>
  )
}

const VariableMenu = ({ names, onInsert }: { names: string[]; onInsert: (variable: string) => void }) => (
  <Menu
    label="Insert a variable"
    trigger={
      <>
        <Braces aria-hidden size={14} /> Variable
      </>
    }
    triggerClassName="flex min-h-6 items-center gap-1.5 rounded-md px-1.5 text-sm text-ink-soft hover:bg-hover hover:text-ink"
    items={names.map((name) => ({ label: name, onSelect: () => onInsert(`{{${name}}}`) }))}
  />
)

const storyFields = ['story.title', 'story.caption', 'story.hashtags', 'story.url']
/** Longer lists would not fit on the screen. */
const itemFieldsMax = 12

function variablesOf({ kind, connectorId }: AutomationDraft, { connectors }: PartProps['sources']): string[] {
  switch (kind) {
    case 'connector_item': {
      const fields = connectors.find(({ id }) => id === connectorId)?.fields ?? ['title']
      return [...fields.slice(0, itemFieldsMax).map((field) => `item.${field}`), 'link']
    }
    case 'moment':
      return ['moment.headline', 'moment.reasoning', 'moment.severity', ...storyFields, 'link']
    case 'story_published':
      return [...storyFields, 'link']
    case 'schedule':
      return ['recent_posts', 'date', 'weekday', 'month_long', 'year']
  }
}
