import type { Locator, Page } from 'playwright-core'
import { localTimeIn } from './controls'

/** What is wrong with the draft, at the fields of the open tab. */
export const issuesIn = (page: Page): Locator => page.getByRole('list', { name: 'Issues' })

/** Finishes with the main button, or with an item of its menu. */
export async function finish(page: Page, name: string): Promise<void> {
  const main = page.getByRole('button', { name, exact: true })
  if (await main.isVisible()) return main.click()
  await page.getByRole('button', { name: 'More ways to finish' }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** The field of the time, in its popover. */
export async function timeField(page: Page): Promise<Locator> {
  const field = page.getByLabel('Pick a time')
  if (!(await field.isVisible())) await page.getByRole('button', { name: /^When to post/ }).click()
  await field.waitFor()
  return field
}

/** @param local in the project's zone */
export async function setTime(page: Page, local: string): Promise<void> {
  await (await timeField(page)).fill(local)
  await page.getByRole('button', { name: 'Done' }).click()
}

/** The local time of the story; empty for none. */
export async function chosenTime(page: Page): Promise<string> {
  const local = await localTimeIn(await timeField(page))
  await page.keyboard.press('Escape')
  return local
}

/** The tile of a file. Its `data-url` is empty until the file is uploaded. */
export const tile = (page: Page, number: number): Locator =>
  page
    .getByRole('group', { name: 'Media' })
    .locator('[data-url]')
    .nth(number - 1)

/** Empty for a file that is not uploaded yet, or if there is none. */
export const mediaUrl = async (page: Page, number: number): Promise<string> =>
  (await tile(page, number).count()) === 0 ? '' : ((await tile(page, number).getAttribute('data-url')) ?? '')

/** Shows the alt text and the link of a file. */
export async function openTile(page: Page, number: number): Promise<void> {
  const button = page.getByRole('button', { name: new RegExp(`^Edit (image|video) ${number}$`) })
  if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click()
}
