/** A post does far better than usual: the moment shows why, is dismissed and restored, and becomes a follow-up. */
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { detectMoments } from '@/lib/moments/detect-moments'
import { aBrowser, hasChromium, open, overflowOf, seriousFindings, signUp } from '@/tests/support/browser/browser'
import { aHistory, spikeMetrics } from '@/tests/support/moments/moments'

const browser = aBrowser()

test.skipIf(!hasChromium)('a moment is dismissed, restored and acted on', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/moments`)
  await page.getByRole('heading', { name: 'No new moments' }).waitFor()

  await aHistory(projectId, [spikeMetrics])
  await detectMoments(database())
  await open(page, `/${projectId}/calendar`)
  await page.getByRole('navigation').getByRole('link', { name: 'Moments' }).first().click()
  const moment = page.getByRole('list', { name: 'Moments' }).locator('> li')
  await moment.getByRole('heading', { name: /^“Loaf 25” got [\d.]+× your usual engagement/ }).waitFor()
  await moment.getByText('Exceptional').waitFor()
  await moment.getByRole('img', { name: /^Chart of 26 values .* This post / }).waitFor()
  expect(await seriousFindings(page)).toEqual([])

  await moment.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('heading', { name: 'No new moments' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await moment.waitFor()

  await moment.getByRole('button', { name: 'Write a follow-up' }).click()
  await page.waitForURL(/\/stories\/[0-9a-f-]+\/edit$/)
  expect(await page.getByLabel('Caption', { exact: true }).inputValue()).toBe('Bread no. 25, fresh from the oven')

  await open(page, `/${projectId}/moments?status=acted_on`)
  await moment.getByRole('button', { name: 'Set to new' }).waitFor()
  await page.setViewportSize({ width: 320, height: 720 })
  await expect.poll(() => overflowOf(page)).toBe(0)
})
