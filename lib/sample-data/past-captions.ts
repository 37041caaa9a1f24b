import type { PictureName } from './pictures'

/** A post of the demo's past: its text, its picture, and what it is about. */
export type PastCaption = { title: string; caption: string; contentType: string; picture: PictureName }

/** Content types of the demo. Each has a pillar of the same key. */
export const demoTopics = ['recipes', 'behind-the-scenes', 'community', 'offers'] as const

const topics: Record<(typeof demoTopics)[number], readonly [title: string, caption: string, picture: PictureName][]> = {
  recipes: [
    [
      'Espresso tonic',
      'Espresso tonic in three steps: ice, tonic, a double shot poured slowly. Save this for Sunday.',
      'cold-brew',
    ],
    [
      'Cold brew at home',
      'Cold brew at home: 80 g of coarse coffee, one litre of cold water, 14 hours in the fridge.',
      'cold-brew',
    ],
    ['Cardamom buns', 'Cardamom buns, the way our baker makes them on Fridays. The recipe makes twelve.', 'buns'],
    [
      'French press',
      'Four minutes, coarse grind, and do not press too hard. A French press forgives almost everything.',
      'pour-over',
    ],
    ['Affogato', 'Affogato: one scoop of vanilla ice cream, one shot of espresso, no patience needed.', 'blue-cup'],
    [
      'Oat milk that does not split',
      'Why oat milk splits, and two ways to stop it. The second one takes ten seconds.',
      'latte',
    ],
    [
      'Pour-over ratio',
      'Our pour-over ratio: 18 g of coffee to 300 g of water. Change one thing at a time.',
      'pour-over',
    ],
    [
      'Iced latte',
      'An iced latte needs less ice than you think. Try a ristretto and colder milk instead.',
      'cold-brew',
    ],
    ['Banana bread', 'The banana bread on our counter has four ingredients you already have. Recipe below.', 'loaf'],
    ['Moka pot', 'Moka pot bitter? Start with hot water and take it off the heat when it sings.', 'moka'],
    [
      'Pumpkin syrup',
      'Real pumpkin, real spices, twenty minutes. Our pumpkin syrup keeps for two weeks.',
      'pumpkin-latte',
    ],
    ['Chai from scratch', 'Chai from scratch: toast the spices first. Everything else is waiting.', 'latte'],
  ],
  'behind-the-scenes': [
    ['Batch 400', 'Batch 400 of the year. The first one we burnt, this one we are proud of.', 'beans'],
    ['Five in the morning', 'Five in the morning, first dough, no music yet. This is Ana’s favorite hour.', 'buns'],
    ['The new grinder', 'The new grinder weighs 40 kg and took three of us. It is already worth it.', 'beans'],
    ['Cupping day', 'Six coffees from one farm, six different fermentations. Guess which one we bought.', 'table'],
    ['Meet Jonas', 'Meet Jonas. He repairs every machine we own, and most of the ones our neighbours own.', 'moka'],
    [
      'Latte art practice',
      'Our first hundred swans looked like ducks. Here is number one hundred and one.',
      'blue-cup',
    ],
    ['The sacks from Sidama', 'The sacks from Sidama arrived. Harvested in December, roasted here this week.', 'beans'],
    ['Closing time', 'Closing time takes 34 minutes. Here it is in 20 seconds.', 'evening'],
    ['The menu board', 'Lena paints the menu board by hand every Monday. This week she ran out of yellow.', 'menu'],
    ['What we got wrong', 'We changed the house blend in May and half of you wrote to us. It is back.', 'bag'],
    ['Packing day', '212 parcels on one table, and one very careful dog.', 'gift'],
    ['The roaster’s notebook', 'Charge at 200 °C, first crack at 8:40. The notebook knows more than we do.', 'bag'],
  ],
  community: [
    ['Market day', 'Thank you for coming to the market! 600 cups, one rain shower, no umbrella.', 'market'],
    ['Your photos', 'You tagged us in 41 photos last week. These three made us smile most.', 'latte'],
    ['Run club', 'The Thursday run club is now 30 people. Coffee after, always at eight.', 'shop'],
    ['Which one?', 'House blend or the new Kenya? Tell us below, we brew the winner on Saturday.', 'green-bag'],
    [
      'Library day',
      'We bring the coffee to the library on Wednesday. You bring the book you never finished.',
      'blue-cup',
    ],
    ['Mug swap', 'Mug swap on Sunday: bring one, take one. No questions about the chipped ones.', 'table'],
    ['Open mic', 'Open mic is back. Eight places, two microphones, one very patient sound engineer.', 'evening'],
    ['Neighbours', 'Our neighbours turned 50 this week. Stop by the bookshop and say so.', 'shop'],
    ['Ask us anything', 'Ask us anything about coffee today. Lena answers until six.', 'menu'],
    ['The knitting group', 'The knitting group finished the banner. It is four metres long.', 'market'],
  ],
  offers: [
    ['Second cup', 'Before nine, the second cup is on us. All week.', 'latte'],
    [
      'Decaf is back',
      'Decaf is back: same farm, same sweetness, and you will sleep. 250 g while it lasts.',
      'green-bag',
    ],
    ['Gift boxes', 'Gift boxes are ready: two coffees, one mug, one card that we write for you.', 'gift'],
    ['Ten cups, one free', 'The stamp card is back, and now it lives in your phone.', 'blue-cup'],
    ['Subscription', 'Fresh coffee every two weeks, and you can pause it whenever you like.', 'bag'],
    ['Student hour', 'Student hour: two to four, every weekday, filter coffee for one euro fifty.', 'shop'],
    ['Brunch table', 'The long table is free on Sunday at eleven. Eight chairs, one brunch, book it below.', 'brunch'],
    ['Grinder sale', 'Three hand grinders at the price of two. Perfect for flat shares.', 'pour-over'],
  ],
}

const seriesOf = (count: number, write: (number: number) => PastCaption): PastCaption[] =>
  Array.from({ length: count }, (_, index) => write(index + 1))

const roastPictures = ['bag', 'beans', 'green-bag'] as const
const origins = ['Huila', 'Sidama', 'Nyeri', 'Antigua', 'Cerrado', 'Yirgacheffe', 'Tarrazú', 'Kayanza', 'Minas Gerais']
const notes = [
  'peach and jasmine',
  'cocoa and plum',
  'blackcurrant',
  'toffee and orange',
  'hazelnut',
  'lemon and honey',
]

/** “Roast of the week” of every Monday, oldest first. */
export const roasts = (count: number): PastCaption[] =>
  seriesOf(count, (number) => ({
    title: `Roast of the week #${number}`,
    caption: `Roast of the week #${number}: ${inTurn(origins, number)}, with notes of ${inTurn(notes, number)}. On the bar until Sunday.`,
    contentType: 'offers',
    picture: inTurn(roastPictures, number),
  }))

export const pastCaptions: Record<(typeof demoTopics)[number], PastCaption[]> = Object.fromEntries(
  demoTopics.map((contentType) => [
    contentType,
    topics[contentType].map(([title, caption, picture]) => ({ title, caption, contentType, picture })),
  ]),
) as Record<(typeof demoTopics)[number], PastCaption[]>

/** The item at an index, from the start again after the last one. */
export function inTurn<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length]
  if (item === undefined) throw new Error('The list is empty.')
  return item
}
