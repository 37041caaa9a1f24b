import { expect, test } from 'vitest'
import { fillReply, replyValues } from './variables'

test.each([
  ['Hi {{first_name}}, thanks!', 'Ann Lee', 'Hi Ann, thanks!'],
  ['Hi {{ name }}!', 'Ann Lee', 'Hi Ann Lee!'],
  ['Hi {{first_name}}, thanks!', null, 'Hi, thanks!'],
  ['{{name}} {{other}} {{account_name}}', 'Ann', 'Ann {{other}} Bakery'],
  ['{{constructor}}', 'Ann', '{{constructor}}'],
  ['{{name}}', '{{account_name}}', '{{account_name}}'],
])('%s for %s', (body, name, expected) => {
  expect(fillReply(body, replyValues(name, 'Bakery'))).toBe(expected)
})
