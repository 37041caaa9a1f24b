'use client'

import { Upload } from 'lucide-react'
import { type ComponentProps, type RefObject, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { acceptedTypes } from './accepted-files'

type Props = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  onFiles: (files: File[]) => void
  /** Lets other elements open the dialog. */
  input?: RefObject<HTMLInputElement | null>
}

/** A button that opens the file dialog of the browser. */
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
          // Allows the same file to be chosen again.
          currentTarget.value = ''
        }}
      />
      <Button icon={<Upload aria-hidden size={16} />} {...rest} onClick={() => field.current?.click()}>
        {children}
      </Button>
    </>
  )
}
