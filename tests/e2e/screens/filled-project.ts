import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { createAutomation } from '@/lib/automations/contract'
import { createConnection } from '@/lib/connections/contract'
import { createRecurringTemplate } from '@/lib/recurring/contract'
import { createReportLink } from '@/lib/reports/contract'
import { createReviewLink } from '@/lib/review-links/contract'
import { createStory, storyTimeline } from '@/lib/stories/contract'
import { createStoryComment } from '@/lib/story-comments/contract'
import { createTemplate } from '@/lib/templates/contract'
import { aSandboxAccount } from '@/tests/support/api/api'
import { post } from '@/tests/support/browser/browser'
import { insertConnector } from '@/tests/support/connectors/connectors'
import { insertConversation } from '@/tests/support/inbox/conversations'
import { aMoment } from '@/tests/support/moments/moments'
import { consentPath, insertOAuth, ownerOf } from '@/tests/support/oauth/rows'
import { recordSecret } from '@/tests/support/processes/leak-log'

/** Ids and paths of what `fillProject` made. */
export type FilledProject = {
  storyId: string
  recurringId: string
  connectorId: string
  automationId: string
  conversationId: string
  /** Path of the page that asks for consent to an app. */
  consent: string
  reviewPath: string
  reportPath: string
}

/** Something for every screen of a project. */
export async function fillProject(page: Page, projectId: string): Promise<FilledProject> {
  const storyId = await fillStories(page, projectId)
  const recurring = await post(page, createRecurringTemplate.path.replace(':id', projectId), {
    name: 'Bread of the week',
    story: { caption: 'Fresh on {{weekday}}', channels: ['threads', 'facebook'] },
    cadence: { kind: 'weekly', time: '09:00', weekdays: [1, 4] },
    timezone: 'Europe/Berlin',
  })
  const connectorId = await insertConnector({
    projectId,
    status: 'failing',
    failure_count: 3,
    last_error: 'Not found (404).',
  })
  const template = await post(page, createTemplate.path, {
    project_id: projectId,
    name: 'News',
    caption: 'Fresh bread',
  })
  const automation = await post(page, createAutomation.path, {
    project_id: projectId,
    name: 'Moments to Threads',
    trigger: { kind: 'moment', min_severity: 'high' },
    template_id: template.id,
    channels: ['threads', 'facebook'],
  })
  await aMoment(projectId, { story_id: storyId })
  const changes = { story_id: storyId, tags: ['vip', 'order'] }
  const { id: conversationId } = await insertConversation({ projectId, text: 'Is it vegan? '.repeat(30), changes })
  await post(page, createStoryComment.path.replace(':id', storyId), { body: 'Is the photo final? '.repeat(10) })
  const review = await post(page, createReviewLink.path, { project_id: projectId, story_ids: [storyId] })
  const reviewPath = new URL(String(review.url)).pathname
  recordSecret(reviewPath.split('/review/')[1] ?? '')
  const report = await post(page, createReportLink.path, {
    project_id: projectId,
    from: new Date(Date.now() - 28 * 86_400_000).toISOString(),
    to: new Date().toISOString(),
  })
  const reportPath = new URL(String(report.url)).pathname
  recordSecret(reportPath.split('/reports/')[1] ?? '')
  const { oauthApp } = await insertOAuth({ userId: await ownerOf(projectId), projectId })
  return {
    storyId,
    recurringId: String(recurring.id),
    connectorId,
    automationId: String(automation.id),
    conversationId,
    consent: consentPath(oauthApp),
    reviewPath,
    reportPath,
  }
}

/** A draft, a story scheduled for two channels, and a published one. */
async function fillStories(page: Page, projectId: string): Promise<string> {
  for (const channel of ['threads', 'facebook'] as const) {
    const { account_id, account_name, credentials } = await aSandboxAccount(channel)
    const expires_at = channel === 'facebook' ? new Date(Date.now() + 2 * 86_400_000).toISOString() : undefined
    await post(page, createConnection.path, {
      project_id: projectId,
      channel,
      account_id,
      account_name,
      credentials,
      expires_at,
    })
  }
  const base = { project_id: projectId, channels: ['threads', 'facebook'] }
  await post(page, createStory.path, { ...base, title: 'A draft', caption: 'To be continued' })
  await post(page, createStory.path, { ...base, caption: 'Now', scheduled_at: new Date().toISOString() })
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString()
  const slides = ['dawn', 'meadow'].map((name) => ({
    media_url: `${inject('sandboxUrl')}/samples/${name}.jpg`,
    alt_text: 'The sun over hills',
    swipe_through_url: 'https://shop.example/bread',
  }))
  const made = await post(page, createStory.path, {
    ...base,
    caption: 'Tomorrow '.repeat(30),
    slides,
    destination_url: 'https://shop.example',
    scheduled_at,
  })
  const { id } = made.story as { id: string }
  expect((await page.request.get(storyTimeline.path.replace(':id', id))).ok()).toBe(true)
  return id
}
