'use client'

import type { ReactNode } from 'react'
import { TextField } from '@/components/ui/field'
import { isUrl } from '../draft/draft'

type Props = {
  id: string
  label: string
  isOptional?: boolean
  hint?: ReactNode
  aside?: ReactNode
  placeholder?: string | undefined
  value: string | undefined
  onChange: (value: string) => void
}

export function UrlField({
  id,
  label,
  isOptional = true,
  hint,
  aside,
  placeholder = 'https://…',
  value = '',
  onChange,
}: Props) {
  const isIncomplete = value.trim() !== '' && !isUrl(value)
  return (
    <TextField
      id={id}
      label={label}
      isOptional={isOptional}
      type="url"
      inputMode="url"
      placeholder={placeholder}
      hint={hint}
      aside={aside}
      error={isIncomplete ? 'Enter a full URL, starting with https://.' : null}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
