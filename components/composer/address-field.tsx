'use client'

import type { ReactNode } from 'react'
import { TextField } from '@/components/ui/field'
import { type DraftOverride, isUrl } from './draft'
import type { FieldName } from './fields'

/** What the parts of one channel's version get. */
export type PartProps = {
  own: DraftOverride
  idOf: (field: FieldName) => string
  onChange: (patch: Partial<DraftOverride>) => void
}

type Props = {
  id: string
  label: string
  hint: ReactNode
  placeholder?: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** A web address that may be left out, and is told of while it is not whole. */
export function AddressField({ id, label, hint, placeholder = 'https://…', value, onChange }: Props) {
  return (
    <TextField
      id={id}
      label={label}
      isOptional
      type="url"
      inputMode="url"
      placeholder={placeholder}
      hint={hint}
      error={value && !isUrl(value) ? 'This is not a whole address yet. It starts with https://.' : null}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value.trim() || undefined)}
    />
  )
}

/** The picture that stands for a film. */
export function CoverField({ own, idOf, onChange, hint }: PartProps & { hint: string }) {
  return (
    <AddressField
      id={idOf('cover')}
      label="Cover picture"
      hint={hint}
      value={own.cover_image_url}
      onChange={(cover_image_url) => onChange({ cover_image_url })}
    />
  )
}
