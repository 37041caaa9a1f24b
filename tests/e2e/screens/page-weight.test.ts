import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createReviewLink } from '@/lib/review-links/contract'
import { createStory } from '@/lib/stories/contract'
import { createWebhook } from '@/lib/webhooks/endpoints/contract'
import { aBrowser, hasChromium, open, post, signUp } from '@/tests/support/browser/browser'
import { weightKb } from '@/tests/support/browser/page-weight'
import { consentPath, insertOAuth, ownerOf } from '@/tests/support/oauth/rows'
import { recordSecret } from '@/tests/support/processes/leak-log'

const browser = aBrowser()

/** Max size of a page's scripts before it is interactive, in kB gzipped. */
const budgetKb = { plain: 220, composer: 280, calendar: 280 }

// Catches libraries that end up in the browser bundle.
test.skipIf(!hasChromium)('no page loads more scripts than its budget', async () => {
  const page = await browser.newPage()
  const out = await browser.newPage()
  const { projectId } = await signUp(page)
  const { story } = (await post(page, createStory.path, {
    project_id: projectId,
    caption: 'Weighed',
    channels: ['x'],
  })) as { story: { id: string } }
  const { endpoint } = (await post(page, createWebhook.path, {
    project_id: projectId,
    url: 'https://example.com/hook',
    events: ['*'],
  })) as { endpoint: { id: string } }
  const review = await post(page, createReviewLink.path, { project_id: projectId, story_ids: [story.id] })
  const reviewPath = new URL(String(review.url)).pathname
  recordSecret(reviewPath.split('/review/')[1] ?? '')
  const { oauthApp } = await insertOAuth({ userId: await ownerOf(projectId), projectId })
  await open(page, `/${projectId}/stories`)
  const pages: [Page, string, number][] = [
    ...['/', '/sign-in', '/sign-up', '/docs', reviewPath].map((path): [Page, string, number] => [
      out,
      path,
      budgetKb.plain,
    ]),
    ...[
      'stories',
      `stories/${story.id}`,
      'queue',
      'inbox',
      'media',
      'templates',
      'captions',
      'recurring',
      'recurring/new',
      'connectors',
      'connectors/new',
      'automations',
      'automations/new',
      'analytics',
      'analytics/top-posts',
      'analytics/recommendations',
      'moments',
      'activity',
      'connections',
      'settings',
      'settings/members',
      'settings/tracking',
      'settings/voice',
      'settings/ai',
    ].map((path): [Page, string, number] => [page, `/${projectId}/${path}`, budgetKb.plain]),
    ...['notifications', 'webhooks', `webhooks/${endpoint.id}`].map((path): [Page, string, number] => [
      page,
      `/${projectId}/${path}`,
      budgetKb.plain,
    ]),
    [page, '/developer', budgetKb.plain],
    [page, '/developer/apps', budgetKb.plain],
    [page, '/account/apps', budgetKb.plain],
    [page, consentPath(oauthApp), budgetKb.plain],
    [page, `/${projectId}/calendar`, budgetKb.calendar],
    [page, `/${projectId}/calendar?view=list`, budgetKb.calendar],
    [page, `/${projectId}/compose`, budgetKb.composer],
    [page, `/${projectId}/stories/${story.id}/edit`, budgetKb.composer],
  ]
  const weights: Record<string, number> = {}
  for (const [visitor, path] of pages) weights[path] = Math.round(await weightKb(visitor, path))
  expect(
    pages.filter(([, path, budget]) => (weights[path] ?? 0) > budget).map(([, path]) => `${path}: ${weights[path]} kB`),
  ).toEqual([])
})
