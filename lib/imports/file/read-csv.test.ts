import { expect, test } from 'vitest'
import { readTable } from './read-csv'

test('reads quotes, line breaks, emoji and formulas as text, and counts rows as a spreadsheet does', async () => {
  const csv =
    '\ufeffText,Posting Time\r\n"Fresh bread 🍞,\nstill ""warm""",2026-05-01 09:00\r\n,\r\n=1+1,\r\n\'@us,\r\n'
  expect(await readTable(csv, 'csv')).toEqual({
    source: 'buffer',
    header: ['Text', 'Posting Time'],
    fields: ['text', 'date'],
    rows: [
      { row: 2, cells: ['Fresh bread 🍞,\nstill "warm"', '2026-05-01 09:00'] },
      { row: 4, cells: ['=1+1', ''] },
      { row: 5, cells: ['@us', ''] },
    ],
  })
})

test.each([
  ['semicolons', 'Text;Link\nA, b;https://bread.example\n', 2],
  ['tabs', 'Text\tLink\nA, b\thttps://bread.example\n', 2],
  ['spaces before quotes', 'Text, Link\n"A, b", "https://bread.example"\n', 2],
  ['the separator line of Excel', 'sep=;\r\nText;Link\r\nA, b;https://bread.example\r\n', 3],
])('reads %s', async (_, csv, row) => {
  expect((await readTable(csv, 'csv')).rows).toEqual([{ row, cells: ['A, b', 'https://bread.example'] }])
})

test('a file without a header that starts with a date is one of Hootsuite', async () => {
  const csv = '05/01/2026 09:00,Bread,https://bread.example,https://bread.example/1.png\n'
  expect(await readTable(csv, 'csv')).toMatchObject({
    source: 'hootsuite',
    header: ['Column 1', 'Column 2', 'Column 3', 'Column 4'],
    fields: ['date', 'text', 'link', 'media'],
    rows: [{ row: 1 }],
  })
})

test.each([
  ['', 'has no rows'],
  ['Text,Date\n', 'has a header but no rows'],
  ['Text\n"open', 'must be CSV, and cannot be read near line 2'],
  [`${'a,'.repeat(200)}a\n`, 'has 201 columns'],
])('refuses %j', async (csv, message) => {
  await expect(readTable(csv, 'csv')).rejects.toThrow(`csv ${message}`)
})

test('5,000 rows are accepted, and no more', async () => {
  await expect(readTable(`Text\n${'a\n'.repeat(5_001)}`, 'csv')).rejects.toThrow('has more than 5,000 rows')
  expect((await readTable(`Text\n${'a\n'.repeat(5_000)}`, 'csv')).rows).toHaveLength(5_000)
})

test('empty lines do not count, and no row after them is lost', async () => {
  const { rows } = await readTable(`Text,Link\n${',\n'.repeat(30_000)}a,\n${'\n'.repeat(10)}b,\n`, 'csv')
  expect(rows.map(({ row, cells: [text] }) => [row, text])).toEqual([
    [30_002, 'a'],
    [30_013, 'b'],
  ])
})
