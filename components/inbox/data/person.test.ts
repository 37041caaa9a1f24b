import { expect, test } from 'vitest'
import type { Member } from '@/lib/members/contract'
import { authorText, previewText } from './person'

const member = (user_id: string, name: string, is_you: boolean) => ({ user_id, name, is_you }) as Member
const team = [member('bea', 'Bea Lang', true), member('max', 'Max Ito', false)]

test.each([
  ['them', null, 'Open today?'],
  ['us', 'bea', 'You: Open today?'],
  ['us', 'max', 'Max: Open today?'],
  // Written at the network, or by a former member.
  ['us', null, 'You: Open today?'],
] as const)('the last message from %s (%s) is “%s”', (direction, userId, expected) =>
  expect(
    previewText(
      {
        ...{ platform: 'instagram', last_message_direction: direction, last_message_user_id: userId },
        last_message_preview: 'Open today?',
      },
      team,
    ),
  ).toBe(expected),
)

test.each([
  [{ direction: 'them', author_name: null, user_id: null }, 'Instagram user'],
  [{ direction: 'us', author_name: 'Corner Bakery', user_id: 'max' }, 'Max Ito'],
  [{ direction: 'us', author_name: 'Corner Bakery', user_id: 'bea' }, 'You'],
  [{ direction: 'us', author_name: 'Corner Bakery', user_id: null }, 'Corner Bakery'],
] as const)('%j is from %s', (message, expected) => expect(authorText(message, 'instagram', team)).toBe(expected))
