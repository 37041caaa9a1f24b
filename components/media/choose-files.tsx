'use client'

import { Upload } from 'lucide-react'
import { type ComponentProps, type RefObject, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { acceptedTypes } from './taken'

type Props = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  onFiles: (files: File[]) => void
  /** Opens the dialog from elsewhere, too. */
  input?: RefObject<HTMLInputElement | null>
}

/** A button that opens the browser's own dialog for files. */
export function ChooseFiles({ onFiles, input, children = 'Upload files', ...rest }: Props) {
  const own = useRef<HTMLInputElement>(null)
  const field = input ?? own
  return (
    <>
      <input
        ref={field}
        type="file"
        multiple
        accept={acceptedTypes}
        tabIndex={-1}
        aria-hidden
        className="hidden"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      <Button icon={<Upload aria-hidden size={16} />} {...rest} onClick={() => field.current?.click()}>
        {children}
      </Button>
    </>
  )
}
