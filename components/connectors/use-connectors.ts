'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import type { Connector } from '@/lib/connectors/contract'
import {
  checkConnector,
  deleteConnector,
  listConnectorItems,
  listConnectors,
  testConnector,
} from '@/lib/openapi/operations.generated'
import { plural } from '@/lib/text/number-text'
import type { SourceInput } from './connector-draft'
import { connectorKeys, itemsShown, listLimit } from './connector-keys'

export type ConnectorList = AnswerTo<typeof listConnectors>
export type ItemList = AnswerTo<typeof listConnectorItems>

export function useConnectors(projectId: string, initial: ConnectorList) {
  return useQuery({
    queryKey: connectorKeys.list(projectId),
    queryFn: ({ signal }) => call(listConnectors, { project_id: projectId, limit: listLimit }, { signal }),
    initialData: initial,
    refetchInterval: 30_000,
  })
}

export function useConnectorItems({ project_id, id }: Connector, initial: ItemList) {
  return useQuery({
    queryKey: connectorKeys.items(project_id, id),
    queryFn: ({ signal }) => call(listConnectorItems, { id, limit: itemsShown }, { signal }),
    initialData: initial,
    refetchInterval: 30_000,
  })
}

/** Reads a source without saving it. A source that fails is an answer, not an error. */
export const useTestSource = (projectId: string) =>
  useMutation({
    mutationFn: (input: SourceInput) => call(testConnector, { project_id: projectId, ...input }),
  })

/** Checks a connector now and says what was found. */
export function useCheckNow(projectId: string) {
  const queries = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: ({ id }: Connector) => call(checkConnector, { id }),
    onSuccess: ({ connector, new_items }) => {
      if (connector.status !== 'ok') toast(`“${connector.name}” could not be read`, 'bad')
      else toast(new_items === 0 ? 'No new items' : plural(new_items, 'new item'))
    },
    onSettled: () => queries.invalidateQueries({ queryKey: connectorKeys.all(projectId) }),
  })
}

export function useDelete(projectId: string) {
  const queries = useQueryClient()
  const toast = useToast()
  return async ({ id, name }: Connector): Promise<void> => {
    await call(deleteConnector, { id })
    toast(`Deleted “${name}”`)
    await queries.invalidateQueries({ queryKey: connectorKeys.all(projectId) })
  }
}
