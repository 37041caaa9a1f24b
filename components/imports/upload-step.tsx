'use client'

import { Download } from 'lucide-react'
import { ErrorNote } from '@/components/errors/error-note'
import { issueFor } from '@/components/errors/form-issues'
import { FileDrop } from '@/components/ui/choices/file-drop'
import { Notice } from '@/components/ui/notice'
import { csvExtensions } from '@/lib/imports/file/csv-file'
import { NotCsv, useUpload } from './use-import'

type Props = { projectId: string; onRead: (id: string) => void }

export function UploadStep({ projectId, onRead }: Props) {
  const { mutate, isPending, error, variables } = useUpload(projectId, onRead)
  const problem = error instanceof NotCsv ? error.message : issueFor(error, 'file', variables?.name ?? 'The file')
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <FileDrop
        label={isPending ? 'Checking the file…' : 'Choose a CSV file, or drop it here'}
        accept={`${csvExtensions.join(',')},text/csv`}
        isDisabled={isPending}
        onFiles={([file]) => file && mutate(file)}
      >
        From Buffer, Hootsuite, Later, Publer, Metricool or your own spreadsheet. Up to 5,000 rows and 5 MB.
      </FileDrop>
      {problem ? (
        <Notice tone="bad" role="alert" title="File not read">
          {problem}
        </Notice>
      ) : (
        error && <ErrorNote error={error} title="File not read" />
      )}
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
