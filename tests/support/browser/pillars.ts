import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import { updatePillars } from '@/lib/pillars/contract'

/** Adds a pillar as the signed-in user. */
export async function addPillar(
  page: Page,
  projectId: string,
  pillar: { name: string; content_type: string },
): Promise<void> {
  const answer = await page.request.patch(updatePillars.path.replace(':id', projectId), {
    data: { pillars: [pillar] },
    headers: { origin: inject('productUrl') },
  })
  if (!answer.ok()) throw new Error(`PATCH pillars answered ${answer.status()}: ${await answer.text()}`)
}
