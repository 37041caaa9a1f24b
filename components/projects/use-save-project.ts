'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import type { RequestTo } from '@/lib/api/operation'
import { updateProject } from '@/lib/openapi/operations.generated'
import { forgetHolidays } from './holiday-keys'

export function useSaveProject(id: string) {
  const router = useRouter()
  const toast = useToast()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (changes: Omit<RequestTo<typeof updateProject>, 'id'>) => call(updateProject, { ...changes, id }),
    onSuccess: (_, { holiday_countries }) => {
      if (holiday_countries) forgetHolidays(queries, id)
      toast('Settings saved.')
      // The server renders the name and the time zone.
      router.refresh()
    },
  })
}
