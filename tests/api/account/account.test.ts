import { describe, expect, test } from 'vitest'
import { getAccount, updateAccount } from '@/lib/account/contract'
import { dateLocaleIds, localeWith } from '@/lib/account/date-locales'
import { aProject } from '@/tests/support/api'
import { signedIn } from '@/tests/support/session'

/** How a person reads dates is theirs alone, and every choice is one that dates can be written by. */

describe('the account', () => {
  test('begins with what the browser says, keeps what is chosen, and gives it up again', async () => {
    const { userId } = await aProject()
    const session = await signedIn(userId)
    const before = await session.get(getAccount)
    expect(before).toMatchObject({ id: userId, date_locale: null, hour_cycle: null })
    const changed = await session.patch(updateAccount, { date_locale: 'de-AT', hour_cycle: 'h12' })
    expect(changed).toEqual({ ...before, date_locale: 'de-AT', hour_cycle: 'h12' })
    // What a change leaves out stays.
    expect(await session.patch(updateAccount, { date_locale: null })).toEqual({ ...before, hour_cycle: 'h12' })
    expect(await session.patch(updateAccount)).toEqual({ ...before, hour_cycle: 'h12' })
    expect(await session.get(getAccount)).toEqual({ ...before, hour_cycle: 'h12' })
  })

  test('is nobody else’s', async () => {
    const [one, other] = [await aProject(), await aProject()]
    await (await signedIn(one.userId)).patch(updateAccount, { date_locale: 'ja-JP' })
    expect((await (await signedIn(other.userId)).get(getAccount)).date_locale).toBeNull()
  })

  test.each([
    [{ date_locale: 'xx-XX' }, 'date_locale'],
    [{ date_locale: '' }, 'date_locale'],
    [{ hour_cycle: 'h24' }, 'hour_cycle'],
    [{ email: 'other@example.com' }, 'email'],
  ])('refuses %j', async (change, path) => {
    const { userId } = await aProject()
    const { error } = await (await signedIn(userId)).refused(updateAccount, change)
    expect(error.issues).toMatchObject([{ path }])
  })
})

test('every choice is a locale in its short form, known to Node', () => {
  expect(Intl.DateTimeFormat.supportedLocalesOf(dateLocaleIds)).toEqual(dateLocaleIds)
})

test('the clock of the choice is the clock of the times', () => {
  const shown = (locale: string): string =>
    new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(
      new Date('2026-05-01T14:30:00Z'),
    )
  const both = { date_locale: 'en-US', hour_cycle: 'h23' } as const
  expect(shown(localeWith(both, 'fr-FR'))).toBe('14:30')
  expect(shown(localeWith({ ...both, hour_cycle: null }, 'fr-FR'))).toMatch(/^2:30\sPM$/)
  expect(shown(localeWith({ date_locale: null, hour_cycle: 'h12' }, 'en-GB'))).toMatch(/^2:30\spm$/)
})
