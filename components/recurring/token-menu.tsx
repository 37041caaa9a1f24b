'use client'

import { Braces } from 'lucide-react'
import { Menu } from '@/components/ui/menu'
import { variables } from './variable-problems'

/** Inserts a token at the cursor of a text field. */
export const TokenMenu = ({ onInsert }: { onInsert: (token: string) => void }) => (
  <Menu
    label="Insert a variable"
    trigger={
      <>
        <Braces aria-hidden size={14} /> Variable
      </>
    }
    triggerClassName="flex min-h-6 items-center gap-1.5 rounded-md px-1.5 text-sm text-ink-soft hover:bg-hover hover:text-ink"
    items={variables.map(([name, label]) => ({ label, onSelect: () => onInsert(`{{${name}}}`) }))}
  />
)

/** The text with the token in place of the selection. */
export function withToken(field: HTMLTextAreaElement | null, text: string, token: string): string {
  const start = field?.selectionStart ?? text.length
  const end = field?.selectionEnd ?? text.length
  return `${text.slice(0, start)}${token}${text.slice(end)}`
}
