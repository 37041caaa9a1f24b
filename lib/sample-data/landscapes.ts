type Landscape = {
  /** Describes the image. */
  title: string
  width: number
  height: number
  /** Of the sky at the top and at the horizon, of the sun, and of the far and near hill. */
  colors: [string, string, string, string, string]
}

/** Images of sample data, drawn here so that nothing must be downloaded or licensed. */
export const landscapes = {
  dawn: {
    title: 'Sunrise over the hills',
    width: 1080,
    height: 1080,
    colors: ['#fde2c8', '#f2a38c', '#fff3dc', '#8f4f86', '#4d3069'],
  },
  meadow: {
    title: 'Green meadow',
    width: 1080,
    height: 1350,
    colors: ['#d8f0ff', '#f6fbe8', '#fffbe0', '#6cae75', '#2f7d5b'],
  },
  harbour: {
    title: 'Harbour at night',
    width: 1080,
    height: 1350,
    colors: ['#12355b', '#5a8fbf', '#ffe9b0', '#20507f', '#0d2a48'],
  },
  dune: {
    title: 'Dunes in the evening sun',
    width: 1080,
    height: 1080,
    colors: ['#fff1d6', '#ffd08a', '#ffffff', '#cf7f45', '#8c4a2f'],
  },
  orchard: {
    title: 'Orchard in spring',
    width: 1080,
    height: 1350,
    colors: ['#fdeef4', '#fbd3dd', '#fff8f0', '#8fb573', '#4c7a4b'],
  },
  glacier: {
    title: 'Glacier in winter',
    width: 1080,
    height: 566,
    colors: ['#e9f5ff', '#bcdcf5', '#ffffff', '#6ba3cf', '#37719f'],
  },
} satisfies Record<string, Landscape>

/** An SVG. */
export function drawLandscape({
  width,
  height,
  colors: [top, horizon, sun, far, near],
}: Omit<Landscape, 'title'>): Buffer {
  const hill = (y: number, bend: number, color: string): string =>
    `<path fill="${color}" d="M0 ${height * y} Q${width * 0.3} ${height * (y - bend)} ${width * 0.6} ${height * y}
      T${width} ${height * (y - bend / 2)} V${height} H0 Z"/>`
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="sky" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${horizon}"/></linearGradient>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    <circle cx="${width * 0.65}" cy="${height * 0.36}" r="${Math.min(width, height) * 0.11}" fill="${sun}"/>
    ${hill(0.62, 0.12, far)}${hill(0.78, 0.1, near)}
  </svg>`)
}
