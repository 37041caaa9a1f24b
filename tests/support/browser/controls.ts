import type { Locator, Page } from 'playwright-core'
import { parseDateTime } from '@/components/ui/date-time/parse-date-time'

/** Opens a select and chooses the option with this label. */
export async function chooseOption(select: Locator, label: string | RegExp): Promise<void> {
  await select.click()
  const isText = typeof label === 'string'
  await select
    .page()
    .getByRole('option', isText ? { name: label, exact: true } : { name: label })
    .click()
}

/** Opens a combobox, searches and chooses the option with this label. */
export async function searchOption(combobox: Locator, label: string): Promise<void> {
  await combobox.click()
  await combobox.page().getByRole('dialog').getByRole('combobox').fill(label)
  await combobox.page().getByRole('option', { name: label, exact: true }).click()
}

/** The value of a date and time field as local time: `2026-05-01T09:00`. Empty for none. */
export async function localTimeIn(field: Locator): Promise<string> {
  const text = await field.inputValue()
  const local = parseDateTime(text, { now: '2026-01-01T00:00', locale: 'en-GB', value: '' })
  if (text && !local) throw new Error(`“${text}” is not a date and time.`)
  return local ?? ''
}

/** Sets a filter of a list, or removes it with null. */
export async function setFilter(page: Page, filter: string, value: string | RegExp | null): Promise<void> {
  if (value === null) return page.getByRole('button', { name: `Remove filter ${filter}` }).click()
  // A table can have a sort button with the same name.
  const chip = page.getByRole('button', { name: new RegExp(`^${filter}(:|$)`) }).and(page.locator('[aria-haspopup]'))
  await chip.click()
  await page
    .getByRole('dialog', { name: filter })
    .getByRole('button', typeof value === 'string' ? { name: value, exact: true } : { name: value })
    .click()
}

/** Chooses a segment of a view switch. Not with `check()`: the segment follows the URL, a moment after the click. */
export async function chooseSegment(page: Page, label: string, segment: string): Promise<void> {
  const radio = page.getByRole('group', { name: label, exact: true }).getByRole('radio', { name: segment, exact: true })
  await radio.click()
  await radio.and(page.locator(':checked')).waitFor()
}

/** An action of the menu on the page of a story. */
export async function storyAction(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Actions for “/ }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}
