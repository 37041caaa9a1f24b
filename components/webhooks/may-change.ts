import { useMay } from '@/components/projects/role'
import type { WebhookEndpoint } from '@/lib/webhooks/endpoints/contract'

/** Only the creator sees an account-wide endpoint, and needs no role to change it. */
export const isAccountWide = ({ project_id }: Pick<WebhookEndpoint, 'project_id'>): boolean => project_id === null

/** Whether the user may change an endpoint. The server enforces it. */
export function useMayChange(endpoint: Pick<WebhookEndpoint, 'project_id'>): boolean {
  const mayWrite = useMay('webhooks:write')
  return mayWrite || isAccountWide(endpoint)
}
