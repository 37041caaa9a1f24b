'use client'

import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { ErrorNote } from '@/components/errors/error-note'
import { FileDrop } from '@/components/ui/choices/file-drop'
import { sendFile } from '@/lib/api/client'
import { createImport } from '@/lib/openapi/operations.generated'

type Props = { projectId: string; onRead: (id: string) => void }

/** Uploads the file. The server decodes it, because spreadsheets often save Windows-1252. */
export function UploadStep({ projectId, onRead }: Props) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: (file: File) => {
      const form = new FormData()
      form.append('project_id', projectId)
      form.append('file', file)
      return sendFile(createImport, form)
    },
    onSuccess: ({ import: made }) => onRead(made.id),
  })
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <FileDrop
        label={isPending ? 'Checking the file…' : 'Choose a CSV file, or drop it here'}
        accept=".csv,.tsv,.txt,text/csv"
        isDisabled={isPending}
        onFiles={([file]) => file && mutate(file)}
      >
        From Buffer, Hootsuite, Later, Publer, Metricool or your own spreadsheet. Up to 5,000 rows and 5 MB.
      </FileDrop>
      {error && <ErrorNote error={error} title="File not read" />}
      <p className="text-ink-soft">
        You see a preview first. Nothing is created until you confirm.{' '}
        <a
          href="/import-template.csv"
          download
          className="inline-flex items-center gap-1 font-medium text-accent underline underline-offset-2"
        >
          <Download aria-hidden size={14} />
          Download a template
        </a>
      </p>
    </div>
  )
}
