'use client'

import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { ErrorNote } from '@/components/errors/error-note'
import { Button } from '@/components/ui/button'
import { download } from '@/components/ui/data/download'
import { useToast } from '@/components/ui/toast'
import { type Cell, toCsv } from '@/lib/text/csv'
import { plural } from '@/lib/text/number-text'

export type Table = { head: string[]; rows: Cell[][] }

/**
 * Exports all rows as CSV, not only those on the screen.
 *
 * @param of completes the button's label for screen readers
 */
export function ExportButton({ name, of, read }: { name: string; of: string; read: () => Promise<Table> | Table }) {
  const toast = useToast()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => read(),
    onSuccess: ({ head, rows }) => {
      download(`${name}.csv`, toCsv(head, rows))
      toast(`${plural(rows.length, 'row')} exported.`)
    },
  })
  return (
    <>
      <Button isSmall icon={<Download aria-hidden size={15} />} isBusy={isPending} onClick={() => mutate()}>
        Export CSV<span className="sr-only"> of {of}</span>
      </Button>
      {error && <ErrorNote isReading error={error} title="Export failed" />}
    </>
  )
}
