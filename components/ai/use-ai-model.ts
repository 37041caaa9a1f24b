'use client'

import { useQuery } from '@tanstack/react-query'
import { call } from '@/lib/api/client'
import { getAiSettings } from '@/lib/openapi/operations.generated'

/** The AI model of the server. `data.text_model` is null if none is configured. */
export const useAiModel = (projectId: string) =>
  useQuery({
    queryKey: ['ai-settings', projectId],
    queryFn: ({ signal }) => call(getAiSettings, { id: projectId }, { signal }),
    staleTime: 300_000,
  })
