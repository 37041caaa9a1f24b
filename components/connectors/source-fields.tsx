'use client'

import { ChevronRight } from 'lucide-react'
import { Collapsible } from '@/components/composer/fields/collapsible'
import { CheckField, TextArea, TextField } from '@/components/ui/field'
import { SelectField } from '@/components/ui/select'
import type { SourceDraft } from './connector-draft'

type Props = {
  draft: SourceDraft
  hasStoredHeaders: boolean
  issueOf: (path: string, label: string) => string | null
  onChange: (patch: Partial<SourceDraft>) => void
  /** An address was pasted, so it is complete. */
  onPaste: (url: string) => void
}

/** The address of a source, and the settings that few sources need. */
export function SourceFields({ draft, hasStoredHeaders, issueOf, onChange, onPaste }: Props) {
  const { url, kind, path, keyField, headers, keepsHeaders } = draft
  const headersError = issueOf('headers', 'A header')
  const pathError = issueOf('path', 'The path')
  return (
    <>
      <TextField
        label="Address"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://example.com/feed.xml"
        hint="An RSS or Atom feed, a JSON or CSV file, or the page of a blog."
        maxLength={2_048}
        value={url}
        onChange={(event) => onChange({ url: event.target.value })}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text').trim()
          if (url !== '' || !/^https?:\/\/\S+$/.test(pasted)) return
          event.preventDefault()
          onPaste(pasted)
        }}
        error={issueOf('url', 'The address')}
      />
      <Collapsible
        startsOpen={Boolean(kind && (path || keepsHeaders))}
        summary={
          <>
            <ChevronRight aria-hidden size={16} className="transition-transform group-open:rotate-90" />
            More options
          </>
        }
        summaryClass="min-h-6 w-fit gap-1 rounded-sm text-sm font-medium text-ink-soft hover:text-ink"
      >
        <div className="flex flex-col gap-4 pt-3">
          <SelectField
            label="Type"
            value={kind}
            onChange={(next) => onChange({ kind: next })}
            error={issueOf('kind', 'The type')}
            options={[
              { value: '', label: 'Detect' },
              { value: 'rss', label: 'RSS or Atom' },
              { value: 'json', label: 'JSON' },
              { value: 'csv', label: 'CSV' },
            ]}
          />
          {(kind === '' || kind === 'json') && (
            <TextField
              label="JSON path"
              isOptional
              placeholder="data.items"
              hint="Where the list of items is. It is found if you leave this empty."
              maxLength={300}
              value={path}
              onChange={(event) => onChange({ path: event.target.value })}
              error={pathError}
            />
          )}
          <TextField
            label="ID field"
            isOptional
            placeholder="id"
            hint="The field that is different for each item. Changed items with a known ID are not new."
            maxLength={100}
            value={keyField}
            onChange={(event) => onChange({ keyField: event.target.value })}
            error={issueOf('key_field', 'The ID field')}
          />
          {hasStoredHeaders && (
            <CheckField
              label="Keep the stored request headers"
              hint="They are encrypted and cannot be shown. Another host gets none of them."
              checked={keepsHeaders}
              onChange={(event) => onChange({ keepsHeaders: event.target.checked })}
            />
          )}
          {!(hasStoredHeaders && keepsHeaders) && (
            <TextArea
              label="Request headers"
              isOptional
              rows={2}
              placeholder="Authorization: Bearer …"
              hint="One per line, for sources that need a key. Stored encrypted."
              value={headers}
              onChange={(event) => onChange({ headers: event.target.value })}
              error={headersError}
            />
          )}
        </div>
      </Collapsible>
    </>
  )
}
