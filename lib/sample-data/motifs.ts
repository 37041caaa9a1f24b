import { seededRandom } from '@/lib/metrics/statistics'

/** Colors of a picture: background, surface below the motif, motif, its shade, its light parts, and one accent. */
export type Palette = { back: string; table: string; main: string; shade: string; light: string; accent: string }

/** The size that all motifs are drawn for, in pixels: 4:5, the tallest ratio that every network accepts in a carousel. */
export const motifSize = { width: 1080, height: 1350 } as const
const { width, height } = motifSize

const coffee = '#5b3320'
const crema = '#c98f5b'

const table = ({ table: color }: Palette, y = 930): string =>
  `<rect y="${y}" width="${width}" height="${height - y}" fill="${color}"/>`
const shadow = (x: number, y: number, rx: number, ry = rx * 0.12): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="#000" opacity=".12"/>`
const steam = (x: number, y: number, color: string): string =>
  [-70, 0, 70]
    .map(
      (dx) =>
        `<path d="M${x + dx} ${y} q-34 -46 0 -92 t0 -92" fill="none" stroke="${color}" stroke-width="16" stroke-linecap="round" opacity=".7"/>`,
    )
    .join('')

/** A cup with latte art, from above. */
function latte({ main, shade, light, accent }: Palette): string {
  const leaf = [0, 1, 2, 3].map((row) => {
    const y = 770 - row * 62
    const half = 150 - row * 28
    return `<path d="M540 ${y + 46} Q${540 - half} ${y + 20} ${540 - half * 0.9} ${y - 34} Q${540 - half * 0.3} ${y - 6} 540 ${y + 4}
      Q${540 + half * 0.3} ${y - 6} ${540 + half * 0.9} ${y - 34} Q${540 + half} ${y + 20} 540 ${y + 46} Z" fill="#f8e8d2"/>`
  })
  return `<circle cx="556" cy="700" r="452" fill="#000" opacity=".1"/><circle cx="540" cy="675" r="448" fill="${light}"/>
    <circle cx="540" cy="675" r="330" fill="none" stroke="${shade}" stroke-width="6" opacity=".35"/>
    <rect x="800" y="610" width="200" height="120" rx="60" fill="${main}"/><circle cx="540" cy="675" r="308" fill="${main}"/>
    <circle cx="540" cy="675" r="264" fill="${crema}"/><circle cx="540" cy="675" r="264" fill="none" stroke="${coffee}" stroke-width="18" opacity=".55"/>
    ${leaf.join('')}<path d="M540 520 q-44 -42 -20 -70 q14 -12 20 6 q6 -18 20 -6 q24 28 -20 70 Z" fill="#f8e8d2"/>
    <rect x="120" y="1130" width="330" height="34" rx="17" fill="${accent}"/><ellipse cx="138" cy="1147" rx="80" ry="46" fill="${accent}"/>`
}

/** Coffee beans in a heap, from above. */
function beans({ main, shade, light }: Palette): string {
  const random = seededRandom('beans')
  const bean = (): string => {
    const [x, y, turn] = [random() * width, random() * height, random() * 180]
    const fill = random() < 0.5 ? main : shade
    return `<g transform="translate(${x} ${y}) rotate(${turn})"><ellipse cy="8" rx="86" ry="60" fill="#000" opacity=".14"/>
      <ellipse rx="84" ry="58" fill="${fill}"/><path d="M-78 0 Q-30 -22 0 0 T78 0" fill="none" stroke="${light}" stroke-width="9" opacity=".55"/></g>`
  }
  return Array.from({ length: 150 }, bean).join('')
}

/** Round buns on a tray. */
function buns({ main, shade, light, accent }: Palette): string {
  const bun = (x: number, y: number): string =>
    `${shadow(x + 6, y + 84, 118, 30)}<circle cx="${x}" cy="${y}" r="116" fill="${main}"/>
      <path d="M${x - 70} ${y + 10} q0 -76 74 -76 q66 4 62 66 q-6 54 -60 52 q-46 -6 -42 -50 q6 -34 40 -30" fill="none" stroke="${shade}" stroke-width="24" stroke-linecap="round"/>
      <circle cx="${x - 30}" cy="${y - 52}" r="9" fill="#fff"/><circle cx="${x + 50}" cy="${y + 62}" r="9" fill="#fff"/><circle cx="${x - 70}" cy="${y + 44}" r="9" fill="#fff"/>`
  const rows = [430, 690, 950].flatMap((y) => [285, 540, 795].map((x) => bun(x, y)))
  return `<rect x="110" y="250" width="860" height="880" rx="70" fill="${shade}" opacity=".25"/><rect x="100" y="236" width="860" height="880" rx="70" fill="${light}"/>
    <rect x="140" y="276" width="780" height="800" rx="48" fill="none" stroke="${accent}" stroke-width="8" opacity=".6"/>${rows.join('')}`
}

/** Coffee dripping through a filter into a carafe. */
function pourOver(palette: Palette): string {
  const { main, shade, light } = palette
  return `${table(palette, 1020)}${shadow(540, 1080, 300)}
    <path d="M390 640 L690 640 L742 1000 Q748 1076 668 1076 L412 1076 Q332 1076 338 1000 Z" fill="#fff" opacity=".55"/>
    <path d="M357 870 L723 870 L742 1000 Q748 1076 668 1076 L412 1076 Q332 1076 338 1000 Z" fill="${coffee}"/>
    <rect x="380" y="596" width="320" height="56" rx="26" fill="${shade}"/>
    <path d="M300 330 L780 330 L640 596 L440 596 Z" fill="${main}"/><path d="M346 300 L734 300 L776 352 L304 352 Z" fill="${light}"/>
    <path d="M780 400 q120 0 110 84 q-14 84 -168 52" fill="none" stroke="${main}" stroke-width="34"/>
    <rect x="531" y="650" width="18" height="230" rx="9" fill="${coffee}"/>${steam(540, 268, light)}`
}

/** A tall glass with ice and milk. */
function iced(palette: Palette): string {
  const { main, light, accent } = palette
  const cube = (x: number, y: number, turn: number): string =>
    `<rect x="${x}" y="${y}" width="120" height="120" rx="22" fill="#fff" opacity=".5" transform="rotate(${turn} ${x + 60} ${y + 60})"/>`
  return `${table(palette, 1040)}${shadow(540, 1122, 250)}
    <path d="M640 180 L700 150 L628 900 L590 900 Z" fill="${accent}"/>
    <path d="M330 330 L750 330 L700 1070 Q694 1120 644 1120 L436 1120 Q386 1120 380 1070 Z" fill="#fff" opacity=".4"/>
    <path d="M344 520 L736 520 L702 1040 Q696 1092 644 1092 L436 1092 Q384 1092 378 1040 Z" fill="${light}"/>
    <path d="M344 520 L736 520 L718 770 Q630 700 540 790 T358 760 Z" fill="${coffee}"/><path d="M358 760 Q450 880 540 790 T718 770 L714 850 Q620 760 540 860 T364 840 Z" fill="${main}"/>
    ${cube(400, 470, 14)}${cube(548, 500, -18)}${cube(470, 620, 32)}`
}

/** A bag of coffee with a label. */
function bag(palette: Palette): string {
  const { main, shade, light, accent } = palette
  return `${table(palette, 1000)}${shadow(540, 1096, 330)}
    <path d="M300 360 L780 360 L824 1090 L256 1090 Z" fill="${main}"/><path d="M780 360 L824 1090 L724 1090 L700 360 Z" fill="${shade}" opacity=".5"/>
    <path d="M300 270 L780 270 L780 370 L300 370 Z" fill="${shade}"/><rect x="300" y="304" width="480" height="14" fill="${light}" opacity=".6"/>
    <rect x="370" y="540" width="340" height="390" rx="20" fill="${light}"/><circle cx="540" cy="670" r="82" fill="${accent}"/>
    <ellipse cx="540" cy="670" rx="34" ry="52" fill="${light}" transform="rotate(28 540 670)"/><path d="M520 712 Q532 672 560 630" stroke="${accent}" stroke-width="9" fill="none"/>
    <rect x="420" y="792" width="240" height="24" rx="12" fill="${shade}"/><rect x="456" y="840" width="168" height="18" rx="9" fill="${shade}" opacity=".55"/>
    <circle cx="540" cy="450" r="16" fill="${shade}"/>`
}

/** The front of the shop. */
function shop(palette: Palette): string {
  const { main, shade, light, accent } = palette
  const stripes = Array.from(
    { length: 8 },
    (_, index) =>
      `<path d="M${120 + index * 105} 470 h105 v110 a52.5 52.5 0 0 1 -105 0 Z" fill="${index % 2 ? light : accent}"/>`,
  )
  return `<rect x="120" y="250" width="840" height="900" fill="${main}"/><rect x="120" y="250" width="840" height="220" fill="${shade}"/>
    <rect x="320" y="322" width="440" height="74" rx="14" fill="${light}"/><rect x="372" y="350" width="336" height="18" rx="9" fill="${shade}"/>${stripes.join('')}
    <rect x="190" y="700" width="410" height="310" rx="12" fill="#ffe6ad"/><path d="M395 700 v310 M190 850 h410" stroke="${shade}" stroke-width="14"/>
    <circle cx="300" cy="770" r="40" fill="${accent}" opacity=".8"/><rect x="250" y="930" width="90" height="80" fill="${shade}" opacity=".5"/><rect x="450" y="900" width="80" height="110" fill="${accent}" opacity=".6"/>
    <rect x="680" y="680" width="210" height="470" rx="12" fill="${shade}"/><rect x="710" y="716" width="150" height="220" rx="8" fill="#ffe6ad"/><circle cx="716" cy="986" r="14" fill="${light}"/>
    <rect y="1150" width="${width}" height="200" fill="${palette.table}"/><rect x="232" y="1040" width="326" height="110" rx="14" fill="${shade}" opacity=".8"/>
    ${[270, 350, 430, 510].map((x) => `<circle cx="${x}" cy="1032" r="52" fill="#5f9d63"/>`).join('')}`
}

/** A long table with cups and cakes, from above. */
function longTable({ main, shade, light, accent }: Palette): string {
  const plate = (x: number, y: number, isCup: boolean): string =>
    `<circle cx="${x + 6}" cy="${y + 10}" r="112" fill="#000" opacity=".1"/><circle cx="${x}" cy="${y}" r="110" fill="${light}"/>${
      isCup
        ? `<circle cx="${x}" cy="${y}" r="70" fill="#fff"/><circle cx="${x}" cy="${y}" r="54" fill="${crema}"/><circle cx="${x}" cy="${y}" r="20" fill="#f8e8d2"/>`
        : `<path d="M${x - 62} ${y + 44} L${x + 64} ${y + 44} L${x} ${y - 70} Z" fill="${accent}"/><path d="M${x - 62} ${y + 44} L${x + 64} ${y + 44} L${x + 46} ${y + 12} L${x - 45} ${y + 12} Z" fill="#fff"/>`
    }`
  const places = [230, 530, 830, 1130].flatMap((y, row) => [plate(350, y, row % 2 === 0), plate(730, y, row % 2 === 1)])
  return `<rect x="150" y="-20" width="780" height="1390" fill="${main}"/>
    ${[345, 540, 735].map((x) => `<rect x="${x}" y="-20" width="5" height="1390" fill="${shade}" opacity=".5"/>`).join('')}${places.join('')}
    <circle cx="540" cy="680" r="54" fill="#5f9d63"/><circle cx="540" cy="680" r="24" fill="${accent}"/>`
}

/** A market stall under bunting. */
function market(palette: Palette): string {
  const { main, shade, light, accent } = palette
  const flags = Array.from(
    { length: 9 },
    (_, index) =>
      `<path d="M${30 + index * 120} ${170 + Math.sin(index / 2.6) * 46} l84 0 l-42 92 Z" fill="${[accent, light, main][index % 3]}"/>`,
  )
  const stripes = Array.from(
    { length: 6 },
    (_, index) =>
      `<path d="M${180 + index * 120} 420 h120 v120 a60 60 0 0 1 -120 0 Z" fill="${index % 2 ? light : accent}"/>`,
  )
  const cups = [290, 430, 570, 710, 850].map(
    (x) =>
      `<path d="M${x - 44} 770 h88 l-14 110 h-60 Z" fill="${light}"/><rect x="${x - 50}" y="752" width="100" height="26" rx="10" fill="${shade}"/>`,
  )
  return `${table(palette, 1110)}${flags.join('')}<rect x="210" y="420" width="26" height="720" fill="${shade}"/><rect x="844" y="420" width="26" height="720" fill="${shade}"/>
    ${stripes.join('')}${cups.join('')}<rect x="170" y="880" width="740" height="270" rx="16" fill="${main}"/><rect x="170" y="880" width="740" height="40" fill="${shade}"/>
    <rect x="400" y="975" width="280" height="110" rx="14" fill="${light}"/><rect x="450" y="1010" width="180" height="16" rx="8" fill="${shade}"/><rect x="480" y="1042" width="120" height="14" rx="7" fill="${shade}" opacity=".6"/>`
}

/** A gift box with a ribbon. */
function gift(palette: Palette): string {
  const { main, shade, light, accent } = palette
  return `${table(palette, 960)}${shadow(540, 1096, 370)}
    <rect x="230" y="590" width="620" height="500" rx="18" fill="${main}"/><rect x="200" y="480" width="680" height="140" rx="18" fill="${shade}"/>
    <rect x="480" y="480" width="120" height="610" fill="${accent}"/>
    <path d="M540 480 Q350 470 340 370 Q350 280 450 320 Q520 360 540 480 Q560 360 630 320 Q730 280 740 370 Q730 470 540 480 Z" fill="none" stroke="${accent}" stroke-width="46" stroke-linejoin="round"/>
    <rect x="660" y="720" width="150" height="100" rx="10" fill="${light}" transform="rotate(8 735 770)"/>`
}

/** A moka pot on the stove. */
function mokaPot(palette: Palette): string {
  const { main, shade, light, accent } = palette
  return `${table(palette, 1080)}<rect x="220" y="1060" width="640" height="40" rx="20" fill="#33302e"/>
    <path d="M400 760 L680 760 L740 1060 L340 1060 Z" fill="${main}"/><path d="M680 760 L740 1060 L620 1060 L600 760 Z" fill="${shade}" opacity=".5"/>
    <rect x="384" y="716" width="312" height="60" rx="14" fill="${shade}"/><path d="M330 400 L750 400 L684 716 L396 716 Z" fill="${main}"/>
    <path d="M750 400 L684 716 L600 716 L630 400 Z" fill="${shade}" opacity=".5"/><path d="M340 400 L250 370 L366 540 Z" fill="${main}"/>
    <path d="M330 400 Q540 300 750 400 Z" fill="${light}"/><circle cx="540" cy="326" r="34" fill="${accent}"/>
    <path d="M744 430 q170 -10 150 130 l-20 130" fill="none" stroke="${accent}" stroke-width="50" stroke-linecap="round"/>${steam(236, 320, light)}`
}

/** A loaf with two slices on a board. */
function loaf(palette: Palette): string {
  const { main, shade, light } = palette
  const slice = (x: number): string =>
    `<path d="M${x} 990 V790 Q${x - 26} 690 ${x + 74} 680 Q${x + 174} 690 ${x + 148} 790 V990 Z" fill="${shade}"/>
      <path d="M${x + 18} 974 V796 Q${x} 712 ${x + 74} 704 Q${x + 148} 712 ${x + 130} 796 V974 Z" fill="${light}"/>
      <circle cx="${x + 54}" cy="800" r="10" fill="${main}"/><circle cx="${x + 92}" cy="880" r="12" fill="${main}"/><circle cx="${x + 50}" cy="920" r="8" fill="${main}"/>`
  return `${table(palette, 900)}<rect x="120" y="980" width="840" height="70" rx="34" fill="#a9744a"/>
    <path d="M170 990 V700 Q160 520 380 520 Q640 510 620 700 V990 Z" fill="${main}"/><path d="M170 990 V700 Q160 520 380 520 Q420 520 440 526 Q260 540 260 720 V990 Z" fill="${shade}" opacity=".45"/>
    ${[300, 400, 500].map((x) => `<path d="M${x} 590 q50 -40 80 10" stroke="${light}" stroke-width="20" stroke-linecap="round" fill="none"/>`).join('')}${slice(610)}${slice(770)}`
}

/** A chalkboard on an easel. */
function board(palette: Palette): string {
  const { main, light, accent, shade } = palette
  const line = (y: number, length: number, price: number): string =>
    `<rect x="300" y="${y}" width="${length}" height="20" rx="10" fill="${light}" opacity=".85"/><rect x="${790 - price}" y="${y}" width="${price}" height="20" rx="10" fill="${accent}"/>`
  return `${table(palette, 1130)}<path d="M330 900 L230 1250 M750 900 L850 1250" stroke="${shade}" stroke-width="34" stroke-linecap="round"/>
    <rect x="200" y="220" width="680" height="860" rx="24" fill="${shade}"/><rect x="234" y="254" width="612" height="792" rx="10" fill="${main}"/>
    <path d="M430 420 h180 v50 q0 90 -90 90 t-90 -90 Z M610 436 q60 0 50 50 q-8 34 -56 30" fill="none" stroke="${light}" stroke-width="14"/>
    ${line(660, 300, 70)}${line(730, 240, 70)}${line(800, 330, 70)}${line(870, 200, 70)}<path d="M440 352 q-20 -24 0 -48 M520 352 q-20 -24 0 -48 M600 352 q-20 -24 0 -48" stroke="${light}" stroke-width="10" fill="none" opacity=".6"/>
    <path d="M330 956 q105 40 210 0 t210 0" stroke="${accent}" stroke-width="12" fill="none"/>`
}

/** What sample pictures can show. */
export const motifs = {
  latte,
  beans,
  buns,
  pourOver,
  iced,
  bag,
  shop,
  longTable,
  market,
  gift,
  mokaPot,
  loaf,
  board,
} satisfies Record<string, (palette: Palette) => string>
