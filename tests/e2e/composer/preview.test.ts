import { expect, inject, test } from 'vitest'
import { createStory } from '@/lib/stories/contract'
import { aBrowser, hasChromium, open, overflowOf, post, seriousFindings, signUp } from '@/tests/support/browser/browser'

const browser = aBrowser()

/** Polls for longer than the default: the preview follows with a delay. */
const until = <T>(ask: () => T) => expect.poll(ask, { timeout: 15_000 })

test.skipIf(!hasChromium)(
  'posts look like those of their networks, in the composer and on the story’s page',
  async () => {
    const page = await browser.newPage()
    const { projectId } = await signUp(page)
    const blog = `${inject('sandboxUrl')}/sources/northwind`
    const { data } = await (await page.request.get(`${blog}/posts.json`)).json()
    const [article] = data.posts as { title: string; url: string }[]
    const picture = (name: string) => ({ media_url: `${inject('sandboxUrl')}/samples/${name}.jpg`, alt_text: name })
    const caption = `Fresh from the oven. ${'Sourdough, rye and spelt, every morning. '.repeat(6)}The end.`
    const withMedia = (await post(page, createStory.path, {
      project_id: projectId,
      caption,
      hashtags: 'bread',
      channels: ['instagram', 'facebook'],
      slides: ['dawn', 'dune', 'harbour'].map(picture),
    })) as { story: { id: string } }
    const withLink = (await post(page, createStory.path, {
      project_id: projectId,
      caption: 'Read {{link}} #bread',
      channels: ['x', 'linkedin'],
      destination_url: article?.url,
    })) as { story: { id: string } }

    await open(page, `/${projectId}/stories/${withMedia.story.id}/edit`)
    const shown = (network: string) => page.getByRole('article', { name: `Preview for ${network}` })
    const instagram = shown('Instagram')
    // One at a time. Instagram cuts the caption and shows one image at a time.
    await instagram.getByRole('img', { name: 'dawn' }).waitFor()
    expect(await page.getByRole('article', { name: /^Preview for/ }).count()).toBe(1)
    expect(await instagram.textContent()).not.toContain('The end.')
    await instagram.getByRole('button', { name: 'more', exact: true }).click()
    await instagram.getByText('The end.').waitFor()
    await instagram.getByRole('button', { name: 'Next image' }).click()
    await instagram.getByRole('img', { name: 'dune' }).waitFor()
    await instagram.getByText('2/3').waitFor()
    expect(await seriousFindings(page)).toEqual([])

    await page.getByRole('button', { name: 'Show Facebook' }).click()
    await until(() => shown('Facebook').getByRole('img').count()).toBe(3)
    await page.getByRole('tab', { name: 'Instagram' }).click()
    await instagram.waitFor()

    // A link without media has a card with the page's title.
    await open(page, `/${projectId}/stories/${withLink.story.id}/edit`)
    await shown('X')
      .getByText(article?.title ?? '')
      .waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('tab', { name: 'LinkedIn' }).click()
    await shown('LinkedIn').getByText('#bread').waitFor()
    await page.setViewportSize({ width: 320, height: 720 })
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)

    await page.setViewportSize({ width: 1280, height: 900 })
    await open(page, `/${projectId}/stories/${withLink.story.id}`)
    const posts = page.getByRole('region', { name: 'Posts' })
    await posts.getByText(article?.title ?? '').waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      // Before the page is opened: a change of theme is shown step by step.
      await page.emulateMedia({ colorScheme })
      await open(page, `/${projectId}/stories/${withMedia.story.id}`)
      await until(() => posts.locator('#facebook').getByRole('img').count()).toBe(3)
      expect(await seriousFindings(page)).toEqual([])
    }
    await page.setViewportSize({ width: 320, height: 720 })
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    expect(page.errors).toEqual([])
  },
)
