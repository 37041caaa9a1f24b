import { expect, test } from 'vitest'
import { variableProblems } from './variable-problems'

const draft = { title: '', caption: '', contentType: 'recipes', destinationUrl: 'https://bread.example' }

test.each([
  ['known ones', {}, []],
  ['an unknown one, named once', { title: '{{ foo }}', caption: '{{foo}} {{foo}}' }, [/^{{ foo }} is/, /^{{foo}} is/]],
  ['a pillar without a pillar', { contentType: '' }, [/^{{Pillar}} is empty. Choose/]],
  ['a link without a link', { destinationUrl: ' ' }, [/^{{link}} is empty. Add/]],
])('variables: %s', (_, more, problems) => {
  const caption = '{{weekday}}: {{Pillar}} at {{link}}'
  expect(variableProblems({ ...draft, caption, ...more })).toEqual(problems.map((text) => expect.stringMatching(text)))
})
