import type { ChannelId } from '@/lib/channel-ids'
import type { demoTopics } from './past-captions'

/** A caption of the library of the demo and of sample data. */
export type SampleCaption = [contentType: (typeof demoTopics)[number], caption: string, channel?: ChannelId]

/** Texts that AI suggestions learn from. */
export const approvedCaptions: readonly SampleCaption[] = [
  ['recipes', 'Cold brew, the patient way: coarse grind, cold water, eighteen hours. Recipe: {{link}}'],
  ['recipes', 'Three ingredients, one small pan, and the best hot chocolate of the winter. {{link}}'],
  ['recipes', 'Your moka pot can do better. Fill with hot water, low heat, and take it off at the first sputter.'],
  ['recipes', 'Affogato for two: one shot, two scoops, no waiting.', 'instagram'],
  ['recipes', 'V60 tonight? 15 g coffee, 250 g water, three minutes. Save this one.', 'instagram'],
  ['behind-the-scenes', 'Six in the morning at the roastery. The first batch is always for us.'],
  ['behind-the-scenes', 'Meet Ana. She has cupped four hundred coffees this year and still takes notes by hand.'],
  ['behind-the-scenes', 'How a bag gets its label: two people, one printer, and a lot of opinions about fonts.'],
  [
    'behind-the-scenes',
    'We spent a week with the farmers of Huila. Here is what we learned about patience. {{link}}',
    'linkedin',
  ],
  ['community', 'Window seat or counter? Tell us where you drink your first coffee.'],
  ['community', 'You asked for decaf that tastes like coffee. We listened, and roasted for three weeks.'],
  ['community', 'Saturday regulars, this one is for you: the long table is back.', 'facebook'],
  ['community', 'One word for your Monday coffee. Go.', 'threads'],
  ['offers', 'The autumn box is here: three coffees, one small surprise. Order by Sunday: {{link}}'],
  ['offers', 'Bring your own cup and the second one is on us, all week.'],
  ['offers', 'Free shipping until Thursday night. Stock up before the holidays: {{link}}', 'x'],
]

/** Texts that wait for review. */
export const waitingCaptions: readonly SampleCaption[] = [
  ['offers', 'Last call for the autumn box. We pack the final ones tomorrow morning.'],
  ['recipes', 'Leftover espresso makes a very good tiramisu. We tested it, twice.'],
  ['community', 'Rain outside, cinnamon inside. See you at four?'],
  ['behind-the-scenes', 'New grinder day. Nobody was allowed to touch it except everybody.'],
]
