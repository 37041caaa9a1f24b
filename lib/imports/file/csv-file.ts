/** Names of files that can be imported. */
export const csvExtensions = ['.csv', '.tsv', '.txt'] as const

/** @param name of the file, null for a text without one */
export const notCsvText = (name: string | null): string =>
  `${name ? `“${name}”` : 'This'} is not a CSV file. Use a .csv, .tsv or .txt file. In Excel or Google Sheets, export it as CSV.`

/** Types that a browser gives to files of other programs. It also gives one of Excel to CSV files. */
export const isOtherType = (type: string): boolean =>
  /^(image|video|audio|font)\/|^application\/(pdf|zip|json|msword|vnd\.openxmlformats)/.test(type)

const inspected = 8_000
/** Texts of spreadsheets have single control characters, such as a vertical tab for a line break. */
const strayMax = 2

/** Whether a decoded file is a text: bytes of an image or archive become many control characters. */
export function isText(decoded: string): boolean {
  const head = decoded.slice(0, inspected)
  const strays = [...head].filter(isControl).length
  return strays <= Math.max(strayMax, head.length / 100)
}

/** U+0000 is left out: UTF-16 without a mark has one in each ASCII character. U+0085 is a line break. */
function isControl(character: string): boolean {
  const code = character.charCodeAt(0)
  return (code > 0 && code < 0x09) || (code > 0x0d && code < 0x20) || (code > 0x7e && code < 0xa0 && code !== 0x85)
}
