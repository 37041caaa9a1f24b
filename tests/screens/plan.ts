import type { ChannelId } from '@/lib/channel-ids'

/** A planned story of the fictional café. `day` counts from today, `time` is in the project's time zone. */
export type Planned = {
  day: number
  time: string
  title: string
  caption: string
  channels: readonly ChannelId[]
  /** A name in `images`. */
  image?: string
}

/** Published stories, oldest first. */
export const past: Planned[] = [
  {
    day: -12,
    time: '08:30',
    title: 'Back from origin',
    caption: 'Three farms, two mountains, one suitcase of samples. We are back.',
    channels: ['instagram', 'linkedin', 'facebook'],
    image: 'glacier',
  },
  {
    day: -11,
    time: '12:00',
    title: 'Lunch break',
    caption: 'Soup of the day: pumpkin. Coffee of the day: always.',
    channels: ['x', 'threads'],
  },
  {
    day: -10,
    time: '17:30',
    title: 'Open late on Thursdays',
    caption: 'From now on we stay open until nine on Thursdays.',
    channels: ['facebook', 'instagram'],
    image: 'harbour',
  },
  {
    day: -8,
    time: '09:00',
    title: 'Filter, three ways',
    caption: 'V60, Kalita or Chemex: what changes in the cup, and why.',
    channels: ['ghost', 'pinterest', 'linkedin'],
    image: 'dune',
  },
  {
    day: -7,
    time: '08:00',
    title: 'First frost',
    caption: 'First frost outside, first cinnamon buns inside.',
    channels: ['instagram', 'threads', 'facebook'],
    image: 'glacier',
  },
  {
    day: -6,
    time: '12:30',
    title: 'Ask Ana anything',
    caption: 'Ana roasts, you ask. She answers here until four.',
    channels: ['x', 'threads'],
  },
  {
    day: -5,
    time: '08:15',
    title: 'Orchard harvest',
    caption: 'Pears from the orchard next door, poached in our cascara syrup.',
    channels: ['instagram', 'pinterest'],
    image: 'orchard',
  },
  {
    day: -4,
    time: '16:00',
    title: 'What a roast costs',
    caption: 'Where your 3.20 for a cappuccino goes, line by line.',
    channels: ['linkedin', 'x', 'ghost'],
  },
  {
    day: -3,
    time: '09:30',
    title: 'Swan or tulip?',
    caption: 'Swan or tulip? You choose, we pour.',
    channels: ['instagram', 'threads'],
    image: 'dawn',
  },
  {
    day: -2,
    time: '18:00',
    title: 'Cupping night, looking back',
    caption: 'Twelve people, five coffees, one clear winner. Thank you for coming!',
    channels: ['facebook', 'instagram', 'linkedin'],
    image: 'meadow',
  },
  {
    day: -1,
    time: '10:00',
    title: 'Saturday croissants',
    caption: 'Butter, butter, butter. Croissants are out at seven and gone by ten.',
    channels: ['instagram', 'x', 'threads'],
    image: 'dune',
  },
]

/** The demo's own story, published at the first start. */
export const demoStory: Planned = {
  day: -9,
  time: '15:00',
  title: 'New beans',
  caption: '',
  channels: ['x', 'threads', 'linkedin'],
}

/** Scheduled stories. */
export const coming: Planned[] = [
  {
    day: 15,
    time: '09:00',
    title: 'Gift boxes',
    caption: 'Three coffees, one ribbon. Gift boxes are in the shop.',
    channels: ['pinterest', 'instagram'],
    image: 'orchard',
  },
  {
    day: 11,
    time: '08:00',
    title: 'Winter blend',
    caption: 'Chocolate, orange, a little smoke.',
    channels: ['instagram', 'facebook', 'x', 'threads'],
    image: 'harbour',
  },
  {
    day: 9,
    time: '15:00',
    title: 'How we pay our growers',
    caption: 'What of each cup stays where it grew.',
    channels: ['linkedin', 'ghost', 'x'],
    image: 'meadow',
  },
  {
    day: 7,
    time: '09:30',
    title: 'New cups',
    caption: 'Thrown by hand, fired twice.',
    channels: ['instagram', 'pinterest'],
    image: 'dawn',
  },
  {
    day: 6,
    time: '10:00',
    title: 'Sunday table',
    caption: 'Bring friends, we bring the big table.',
    channels: ['instagram', 'threads', 'facebook'],
    image: 'orchard',
  },
  {
    day: 4,
    time: '08:30',
    title: 'Beans of the month',
    caption: 'Washed Ethiopia: jasmine, lemon, honey.',
    channels: ['instagram', 'facebook', 'pinterest'],
    image: 'dune',
  },
  {
    day: 4,
    time: '12:00',
    title: 'Question of the week',
    caption: 'Filter or espresso?',
    channels: ['x', 'threads'],
  },
  {
    day: 4,
    time: '16:30',
    title: 'Cupping night',
    caption: 'Thursday at six: taste five coffees with us.',
    channels: ['facebook', 'linkedin'],
    image: 'harbour',
  },
  {
    day: 4,
    time: '18:45',
    title: 'Last seats',
    caption: 'Two seats are left for the cupping.',
    channels: ['x'],
  },
  {
    day: 2,
    time: '17:00',
    title: 'Meet Ana',
    caption: 'Ana has been roasting with us for ten years. Today she tells how it began.',
    channels: ['linkedin', 'ghost'],
    image: 'meadow',
  },
  {
    day: 1,
    time: '12:15',
    title: 'Opening hours',
    caption: 'We stay open until eight this week.',
    channels: ['facebook', 'x'],
  },
]

/** Stories that wait for approval. */
export const waiting: Planned[] = [
  {
    day: 3,
    time: '09:00',
    title: 'Advent calendar',
    caption: 'Twenty-four small roasts, one a day. The first boxes ship on Friday.',
    channels: ['instagram', 'facebook'],
    image: 'orchard',
  },
  {
    day: 5,
    time: '11:00',
    title: 'Barista wanted',
    caption: 'Early hours, good music, free coffee. Come and meet us.',
    channels: ['linkedin'],
  },
]

/** The media library, with sample images of the sandbox. */
export const images = [
  ['dawn', 'Dawn over the hills', ['landscape', 'morning']],
  ['meadow', 'Meadow in June', ['landscape', 'summer']],
  ['harbour', 'Harbour at night', ['city']],
  ['dune', 'Dunes at noon', ['landscape', 'summer']],
  ['orchard', 'The orchard next door', ['growers', 'summer']],
  ['glacier', 'First frost', ['landscape', 'winter']],
] as const
