import { motifSize, motifs, type Palette } from './motifs'

type Picture = {
  /** Describes the image. */
  title: string
  motif: keyof typeof motifs
  palette: keyof typeof palettes
}

const palettes = {
  oat: { back: '#f3e7d6', table: '#dcc4a5', main: '#b5744a', shade: '#7c4a2d', light: '#fffaf1', accent: '#d9583b' },
  sage: { back: '#dfe8dc', table: '#b9cbb4', main: '#5d8a6f', shade: '#34584a', light: '#f8fbf4', accent: '#e2a13c' },
  sky: { back: '#dceaf4', table: '#b3cfe2', main: '#4a83ad', shade: '#28506f', light: '#ffffff', accent: '#ef8354' },
  blush: { back: '#fbe3df', table: '#efc0b8', main: '#d98880', shade: '#8e4a4f', light: '#fff8f5', accent: '#3f7d78' },
  honey: { back: '#fdeec2', table: '#f3cf7d', main: '#d99a3d', shade: '#8c5a24', light: '#fffdf3', accent: '#39678c' },
  night: { back: '#2b2a3d', table: '#1f1e2e', main: '#6b5b95', shade: '#413a63', light: '#f4eefb', accent: '#f2b04b' },
} satisfies Record<string, Palette>

/** Images of sample data, drawn here so that nothing must be downloaded or licensed. */
export const pictures = {
  latte: { title: 'Latte with a rosetta, from above', motif: 'latte', palette: 'oat' },
  'blue-cup': { title: 'Flat white in a blue cup', motif: 'latte', palette: 'sky' },
  beans: { title: 'Freshly roasted beans', motif: 'beans', palette: 'oat' },
  buns: { title: 'A tray of cardamom buns', motif: 'buns', palette: 'honey' },
  'pour-over': { title: 'Pour-over coffee dripping into a carafe', motif: 'pourOver', palette: 'sage' },
  'cold-brew': { title: 'A glass of iced coffee with milk', motif: 'iced', palette: 'sky' },
  'pumpkin-latte': { title: 'An iced pumpkin latte', motif: 'iced', palette: 'honey' },
  bag: { title: 'A bag of house blend', motif: 'bag', palette: 'blush' },
  'green-bag': { title: 'A bag of decaf', motif: 'bag', palette: 'sage' },
  shop: { title: 'The front of our shop', motif: 'shop', palette: 'sky' },
  evening: { title: 'Our shop in the evening', motif: 'shop', palette: 'night' },
  table: { title: 'The long table, from above', motif: 'longTable', palette: 'oat' },
  brunch: { title: 'Cakes and coffee for eight', motif: 'longTable', palette: 'blush' },
  market: { title: 'Our stall at the market', motif: 'market', palette: 'sage' },
  gift: { title: 'A gift box with a ribbon', motif: 'gift', palette: 'blush' },
  moka: { title: 'A moka pot on the stove', motif: 'mokaPot', palette: 'sage' },
  loaf: { title: 'Banana bread, two slices cut', motif: 'loaf', palette: 'honey' },
  menu: { title: 'The menu board', motif: 'board', palette: 'night' },
} satisfies Record<string, Picture>

export type PictureName = keyof typeof pictures

/** Large enough for every network, small enough to draw all of them within a request. */
const drawnSize = { width: 864, height: 1080 }

/** An SVG. */
export function drawPicture(name: PictureName): Buffer {
  const { motif, palette } = pictures[name]
  const { width, height } = drawnSize
  const colors = palettes[palette]
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${motifSize.width} ${motifSize.height}">
    <rect width="100%" height="100%" fill="${colors.back}"/>${motifs[motif](colors)}</svg>`)
}
