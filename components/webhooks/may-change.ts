import { useMay } from '@/components/projects/role'
import type { WebhookEndpoint } from '@/lib/webhooks/contract'

/** One of no project is its maker's, who alone sees it: no role stands in the way. */
export const isOwn = ({ project_id }: Pick<WebhookEndpoint, 'project_id'>): boolean => project_id === null

/** Whether the person may change an endpoint that is shown to them, as the server will judge it. */
export function useMayChange(endpoint: Pick<WebhookEndpoint, 'project_id'>): boolean {
  const mayWrite = useMay('webhooks:write')
  return mayWrite || isOwn(endpoint)
}
